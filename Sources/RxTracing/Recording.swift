import RxTrace

/// The recording of a closure's run, and the closure's result.
public struct Recording<Result> {
  /// The steps of pipelines, on any thread, from the closure's beginning to its end.
  public let trace: Trace
  public let result: Result
}

extension Recording: Sendable where Result: Sendable {}
