extension ObservableType {
  /// Subscribes to the sequence again whenever it fails, until it ends in an orderly way.
  ///
  ///     var attempts = 0
  ///     let flaky = Observable<Int>.deferred {
  ///       attempts += 1
  ///       return attempts < 3 ? .error(RxError.timeout) : .just(attempts)
  ///     }
  ///     _ = flaky.retry().subscribe(onNext: { print($0) })
  ///     // Prints: 3
  public func retry() -> Observable<Element> {
    Retry(source: asObservable(), attempts: .max)
  }

  /// Subscribes to the sequence again when it fails, as often as it takes, or until it has been tried enough.
  ///
  /// The error of the last attempt ends the sequence.
  /// - Parameter maxAttemptCount: counts the first one as well: 2 tries once more.
  public func retry(_ maxAttemptCount: Int) -> Observable<Element> {
    Retry(source: asObservable(), attempts: max(0, maxAttemptCount))
  }

  /// The elements of the first of several sequences that does not fail, and of those before until they failed.
  ///
  ///     _ = Observable.catch(sequence: [.error(RxError.timeout), .just(1), .just(2)]).subscribe { print($0) }
  ///     // Prints: next(1)
  ///     //         completed
  ///
  /// Where all fail, the error of the last one ends it.
  public static func `catch`<Sequence: Swift.Sequence>(sequence: Sequence) -> Observable<Element>
  where Sequence.Element == Observable<Element> {
    CatchSequence(sources: sequence)
  }
}

private final class Retry<Element>: Producer<Element> {
  private let source: Observable<Element>
  private let attempts: Int

  init(source: Observable<Element>, attempts: Int) {
    self.source = source
    self.attempts = attempts
  }

  override func run(
    _ observer: EventReceiver<Element>, cancel: SinkDisposer
  ) -> (sink: any DisposableObject, subscription: any DisposableObject) {
    let sink = CatchSequenceSink(observer: observer, cancel: cancel)
    return (sink, sink.run(Successors(Swift.repeatElement(source, count: attempts))))
  }
}

private final class CatchSequence<Element>: Producer<Element> {
  let sources: any Sequence<Observable<Element>>

  init(sources: any Sequence<Observable<Element>>) {
    self.sources = sources
  }

  override func run(
    _ observer: EventReceiver<Element>, cancel: SinkDisposer
  ) -> (sink: any DisposableObject, subscription: any DisposableObject) {
    let sink = CatchSequenceSink(observer: observer, cancel: cancel)
    return (sink, sink.run(Successors(sources)))
  }
}

private final class CatchSequenceSink<Element>: SuccessionSink<Element> {
  private var lastError: (any Swift.Error)?

  override func on(error: any Swift.Error) {
    lastError = error
    moveOn()
  }

  override func endOfSuccession() {
    if let lastError {
      forwardOn(error: lastError)
    } else {
      forwardOnCompleted()
    }
    dispose()
  }

  override func unfold(_ source: Observable<Element>) -> Successors<Element>? {
    (source as? CatchSequence<Element>).map { Successors($0.sources) }
  }
}
