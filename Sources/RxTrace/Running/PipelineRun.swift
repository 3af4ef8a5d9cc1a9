/// What came of compiling a pipeline and running it with every hook recording.
public struct PipelineRun: Sendable {
  public var trace: Trace
  /// What the program printed to its standard output.
  public var output: String
  /// The program's exit status; 128 + signal for a signal.
  public var status: Int32

  public init(trace: Trace, output: String, status: Int32) {
    self.trace = trace
    self.output = output
    self.status = status
  }
}
