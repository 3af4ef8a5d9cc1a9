extension ObservableType {
  /// Subscribes to the sequence again whenever it fails, until it completes.
  ///
  ///     var attempts = 0
  ///     let flaky = Observable<Int>.deferred {
  ///       attempts += 1
  ///       return attempts < 3 ? .error(RxError.timeout) : .just(attempts)
  ///     }
  ///     _ = flaky.retry().subscribe(onNext: { print($0) })
  ///     // Prints: 3
  @inlinable
  public func retry() -> Observable<Element> {
    Retry(asObservable(), count: .max)
  }

  /// Subscribes to the sequence again when it fails, up to a number of attempts.
  ///
  /// The error of the last attempt ends the sequence.
  /// - Parameter maxAttemptCount: includes the first attempt: 2 tries once more.
  @inlinable
  public func retry(_ maxAttemptCount: Int) -> Observable<Element> {
    Retry(asObservable(), count: max(0, maxAttemptCount))
  }

  /// Each of several sequences until it fails, then the next one; the first that completes ends it.
  ///
  ///     _ = Observable.catch(sequence: [.error(RxError.timeout), .just(1), .just(2)]).subscribe { print($0) }
  ///     // Prints: next(1)
  ///     //         completed
  ///
  /// If all fail, the error of the last one ends it.
  @inlinable
  public static func `catch`<Sequence: Swift.Sequence>(sequence: Sequence) -> Observable<Element>
  where Sequence.Element == Observable<Element> {
    CatchSequence { Successors(sequence) }
  }
}

@usableFromInline
final class CatchSequence<Element>: Succession<Element> {
  override func run(_ output: Downstream<Element>) -> StartedSubscription {
    let sink = CatchSequenceSink(output, unfolding: type(of: self))
    return StartedSubscription(sink: sink, subscription: sink.run(sources()))
  }
}

/// The same source repeatedly.
@usableFromInline
final class Retry<Element>: Producer<Element> {
  private let source: Observable<Element>
  private let count: Int

  @usableFromInline
  init(_ source: Observable<Element>, count: Int) {
    (self.source, self.count) = (source, count)
  }

  override func run(_ output: Downstream<Element>) -> StartedSubscription {
    let sink = CatchSequenceSink(output, unfolding: nil)
    return StartedSubscription(sink: sink, subscription: sink.run(Successors(repeating: source, count: count)))
  }
}

private final class CatchSequenceSink<Element>: SuccessionSink<Element> {
  override class var traits: Traits { .catches }

  private var lastError: (any Swift.Error)?

  override func on(error: any Swift.Error) {
    lastError = error
    moveOn()
  }

  override func endOfSuccession() {
    if let lastError { fail(lastError) } else { finish() }
  }
}
