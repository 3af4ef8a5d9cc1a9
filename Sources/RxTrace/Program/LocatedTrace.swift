import Synchronization

/// A trace, and the lines of the program's own source that made its objects and its calls.
///
///     let run = try LocatedTrace(contentsOf: "run.hwtrace")
///     print(run.origins[0] as Any)
///     // Prints: Optional(/home/me/greet.swift:8)
public struct LocatedTrace: Sendable {
  public var trace: Trace { didSet { names = LazyNames() } }
  /// The line that made an object, if it is known.
  public var origins: [ObjectID: SourceLine]
  /// The functions and lines of the return addresses in ``Trace/callStacks``, as far as they are known: for each address
  /// the innermost inlined call first.
  public internal(set) var frames: [ReturnAddress: [SourceFrame]] = [:] { didSet { names = LazyNames() } }
  /// The number of steps of the whole run; ``trace`` may hold a part of them.
  public package(set) var stepsInRun: Int
  /// Why ``origins`` lacks lines that it could have; nil if nothing needs to be said.
  public internal(set) var remark: String?
  /// The texts of source that need not be in a file: those in the recording, and those given on a command line.
  package var texts: [String: String]
  /// The ending of the program; nil if only its recording is known.
  package var ending: ProgramEnding?
  /// The program's own source files that may be opened to show their lines.
  package var sourceFiles: [String]
  /// The virtual times of the whole run, if ``trace`` holds a part of its steps.
  package var timesOfWhole: VirtualTimes?
  private var names = LazyNames()

  public init(trace: Trace, origins: [ObjectID: SourceLine] = [:]) {
    self.trace = trace
    self.origins = origins
    stepsInRun = trace.steps.count
    sourceFiles = Set(origins.values.map(\.file)).sorted()
    texts = trace.program.texts
  }

  /// The texts of the program's own source.
  package var programTexts: SourceTexts { SourceTexts(files: sourceFiles, texts: texts) }

  /// - Parameter frames: the functions and lines of return addresses.
  public init(trace: Trace, frames: [ReturnAddress: [SourceFrame]]) {
    self.init(trace: trace)
    locate(frames)
  }

  /// The names of the objects and callers of the run, which a part of it has as well. They are found when they are first
  /// asked for, because that goes through the whole run.
  public var programNames: ProgramNames { names.value { ProgramNames(self) } }

  /// The virtual times of the run.
  package var virtualTimes: VirtualTimes { timesOfWhole ?? VirtualTimes(trace) }

  /// Gives the objects of a part of a run their names in the whole run.
  package mutating func name(_ names: ProgramNames) { self.names = LazyNames(names) }

  /// Adds further frames, which tell the origins of objects.
  mutating func locate(_ frames: [ReturnAddress: [SourceFrame]]) {
    self.frames.merge(frames) { first, _ in first }
    let lines = trace.callStacks.map { sourceCall(in: $0)?.line }
    for object in trace.objects where origins[object.id] == nil {
      origins[object.id] = object.callStack.flatMap { lines[$0] }
    }
    let callers = lines.compactMap(\.?.file)
    sourceFiles = Set(sourceFiles).union(callers).sorted()
  }
}

/// Names that are found once, by whichever thread first asks.
private final class LazyNames: Sendable {
  private let names: Mutex<ProgramNames?>

  init(_ names: ProgramNames? = nil) {
    self.names = Mutex(names)
  }

  func value(_ find: () -> ProgramNames) -> ProgramNames {
    names.withLock { known in
      if let known { return known }
      let found = find()
      known = found
      return found
    }
  }
}
