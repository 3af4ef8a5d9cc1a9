/// A run for the analyses: its trace, the origins of its objects, and remarks about both.
///
///     let run = try AnalysedRun(path: "run.hwtrace")
///     print(run.trace.steps.count)
///     // Prints: 26
public struct AnalysedRun: Sendable {
  /// The name of the run in reports: the path as it was given.
  public var name: String
  public var trace: Trace
  /// The line of the program's own source that made an object, if it is known.
  public var origins: [ObjectID: SourceLine]
  /// Remarks for the reader: about lines that cannot be found, or an incomplete recording.
  public var remarks: [String]

  public init(name: String, trace: Trace, origins: [ObjectID: SourceLine] = [:], remarks: [String] = []) {
    self.name = name
    self.trace = trace
    self.origins = origins
    self.remarks = remarks
  }
}
