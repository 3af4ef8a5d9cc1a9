import RxTrace

/// What was recorded while a closure ran, and what the closure returned.
public struct Recording<Result> {
  /// What pipelines did, on any thread, from the closure's beginning to its end.
  public let trace: RxTrace.Trace
  public let result: Result
}

extension Recording: Sendable where Result: Sendable {}
