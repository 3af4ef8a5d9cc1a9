/// What came of compiling a pipeline and running it with every hook recording.
public struct PipelineRun: Sendable {
  public var trace: Trace
  /// What the program printed to its standard output; empty where the output was passed through.
  public var output: String
  /// The program's exit status; 128 + signal for a signal.
  public var status: Int32
  /// What the program printed to its standard error; empty where it was passed through.
  public var errorOutput = ""
  /// How the program came to its end.
  public var ending = Ending.exited(0)
  /// Whether the program made a trace file; one without the engine makes none.
  public var hasTraceFile = true
  /// Whether anything was recorded besides what the program printed.
  public var usesRx = false
  /// The files of further programs that recorded themselves, because what was run started several.
  public var otherRecordings: [String] = []
  /// Where in the program's own source objects were made; an object whose place nobody knows has none.
  public var origins: [ObjectID: SourceLine] = [:]

  public init(trace: Trace, output: String, status: Int32) {
    self.trace = trace
    self.output = output
    self.status = status
    self.ending = .exited(status)
  }

  /// How a program came to its end.
  public enum Ending: Equatable, Sendable {
    /// By itself, with this exit status.
    case exited(Int32)
    /// By a signal that somebody else sent, or that it brought upon itself.
    case signalled(Int32)
    /// It was stopped when it had run for this many seconds.
    case timeLimit(Double)
    /// It was stopped when it had printed this many bytes.
    case outputLimit(Int)

    /// The status that stands for this ending: the program's own, 128 + signal, or 124 for a limit.
    public var status: Int32 {
      switch self {
      case .exited(let status): status
      case .signalled(let signal): 128 + signal
      case .timeLimit, .outputLimit: 124
      }
    }
  }
}
