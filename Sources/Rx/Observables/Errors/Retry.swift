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
  public func retry() -> Observable<Element> {
    Retry(asObservable(), count: .max)
  }

  /// Subscribes to the sequence again when it fails, up to a number of attempts.
  ///
  /// The error of the last attempt ends the sequence.
  /// - Parameter maxAttemptCount: includes the first attempt: 2 tries once more.
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
  public static func `catch`<Sequence: Swift.Sequence>(sequence: Sequence) -> Observable<Element>
  where Sequence.Element == Observable<Element> {
    CatchSequence(sequence)
  }
}

private final class CatchSequence<Element>: Producer<Element> {
  let sources: any Sequence<Observable<Element>>

  init(_ sources: any Sequence<Observable<Element>>) {
    self.sources = sources
  }

  override func run(_ output: Downstream<Element>) -> StartedSubscription {
    let sink = CatchSequenceSink(output)
    return StartedSubscription(sink: sink, subscription: sink.run(Successors(sources)))
  }
}

/// The same source repeatedly.
private final class Retry<Element>: Producer<Element> {
  private let source: Observable<Element>
  private let count: Int

  init(_ source: Observable<Element>, count: Int) {
    (self.source, self.count) = (source, count)
  }

  override func run(_ output: Downstream<Element>) -> StartedSubscription {
    let sink = CatchSequenceSink(output, unfolds: false)
    return StartedSubscription(sink: sink, subscription: sink.run(Successors(repeating: source, count: count)))
  }
}

private final class CatchSequenceSink<Element>: SuccessionSink<Element> {
  override class var traits: Traits { .catches }

  private let unfolds: Bool
  private var lastError: (any Swift.Error)?

  /// - Parameter unfolds: whether the parts of a source that is such a sequence itself take its place.
  init(_ output: Downstream<Element>, unfolds: Bool = true) {
    self.unfolds = unfolds
    super.init(output)
  }

  override func on(error: any Swift.Error) {
    lastError = error
    moveOn()
  }

  override func endOfSuccession() {
    if let lastError { fail(lastError) } else { finish() }
  }

  override func unfold(_ source: Observable<Element>) -> Successors<Element>? {
    unfolds ? (source as? CatchSequence<Element>).map { Successors($0.sources) } : nil
  }
}
