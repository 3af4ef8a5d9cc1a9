import RxTrace

/// The result of compiling a pipeline and running it with every hook recording.
public struct PipelineRun: Sendable {
  public var trace: Trace
  /// The program's standard output; empty if the output was passed through.
  public var output: String
  /// The program's exit status; 128 + signal for a signal.
  public var status: Int32
  /// The program's standard error; empty if it was passed through.
  public var errorOutput = ""
  /// How the program ended.
  public var ending = Ending.exited(0)
  /// Whether the program made a trace file; one without the engine makes none.
  public var hasTraceFile = true
  /// Whether a recorder could not make the trace file; it has given the reason on standard error.
  public var recordingFailed = false
  /// Whether anything was recorded besides what the program printed.
  public var usesRx = false
  /// The files of further programs that recorded themselves, because the program started several.
  public var otherRecordings: [String] = []
  /// The functions and lines of the return addresses in ``Trace/callStacks``, if they are known.
  public var frames: [ReturnAddress: [SourceFrame]] = [:]

  /// The text of source that is in no file, by the name that debug information gives it.
  var sourceTexts: [String: String] = [:]

  /// The trace with the lines of the program's own source.
  public var located: LocatedTrace {
    var located = LocatedTrace(trace: trace, frames: frames)
    located.ending = ending
    located.texts.merge(sourceTexts) { held, _ in held }
    return located
  }

  public init(trace: Trace, output: String, status: Int32) {
    self.trace = trace
    self.output = output
    self.status = status
    self.ending = .exited(status)
  }

  /// How a program ended.
  public typealias Ending = ProgramEnding
}

extension Trace {
  /// Whether anything was recorded besides what the program printed.
  var usesRx: Bool { steps.contains { $0.kind != .output } }
}
