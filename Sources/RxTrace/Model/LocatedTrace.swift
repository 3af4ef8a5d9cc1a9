/// A trace, and the lines of the program's own source that made its objects.
///
///     let run = try LocatedTrace(contentsOf: "run.hwtrace")
///     print(run.origins[0] as Any)
///     // Prints: Optional(/home/me/greet.swift:8)
public struct LocatedTrace: Sendable {
  public var trace: Trace
  /// The line that made an object, if it is known.
  public var origins: [ObjectID: SourceLine]
  /// The number of steps of the whole run; ``trace`` may hold a part of them.
  public internal(set) var stepsInRun: Int
  /// Why ``origins`` lacks lines that it could have; nil if nothing needs to be said.
  public internal(set) var remark: String?
  /// The program's own source files that may be opened to show their lines.
  var sourceFiles: [String]

  public init(trace: Trace, origins: [ObjectID: SourceLine] = [:]) {
    self.trace = trace
    self.origins = origins
    stepsInRun = trace.steps.count
    sourceFiles = Set(origins.values.map(\.file)).sorted()
  }
}
