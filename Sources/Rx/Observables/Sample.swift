extension ObservableType {
  /// The latest element at each moment that `sampler` sends something, if there is a new one.
  ///
  ///     let (source, ticks) = (PublishSubject<Int>(), PublishSubject<Void>())
  ///     _ = source.sample(ticks).subscribe(onNext: { print($0) })
  ///     source.onNext(1)
  ///     source.onNext(2)
  ///     ticks.onNext(())
  ///     ticks.onNext(())
  ///     // Prints: 2
  ///
  /// - Parameter defaultValue: sent when the sampler sends before the source has, or has anything new.
  public func sample<Source: ObservableType>(
    _ sampler: Source, defaultValue: Element? = nil
  ) -> Observable<Element> {
    Sample(source: asObservable(), sampler: sampler.asObservable(), defaultValue: defaultValue)
  }
}

private final class Sample<Element, SampleType>: Producer<Element> {
  private let source: Observable<Element>
  private let sampler: Observable<SampleType>
  private let defaultValue: Element?

  init(source: Observable<Element>, sampler: Observable<SampleType>, defaultValue: Element?) {
    self.source = source
    self.sampler = sampler
    self.defaultValue = defaultValue
  }

  override func run(
    _ observer: EventReceiver<Element>, cancel: SinkDisposer
  ) -> (sink: any DisposableObject, subscription: any DisposableObject) {
    let sink = SampleSequenceSink<Element, SampleType>(
      defaultValue: defaultValue, observer: observer, cancel: cancel)
    return (sink, sink.run(source, sampler))
  }
}

/// Remembers the source's latest element for the sampler to send.
private final class SampleSequenceSink<Element, SampleType>: Sink<Element, Element>, LockOwnerType {
  let lock = RecursiveLock()
  private let defaultValue: Element?
  private let sourceSubscription = SingleAssignmentDisposable()
  private var element: Element?
  private var isAtEnd = false

  init(defaultValue: Element?, observer: EventReceiver<Element>, cancel: SinkDisposer) {
    self.defaultValue = defaultValue
    super.init(observer: observer, cancel: cancel)
  }

  func run(_ source: Observable<Element>, _ sampler: Observable<SampleType>) -> any DisposableObject {
    sourceSubscription.setDisposable(source.subscribe(self))
    let samplerSubscription = sampler.subscribe(SamplerSink(parent: self))
    return Disposables.create(sourceSubscription, samplerSubscription)
  }

  override func on(next element: Element) {
    synchronized { self.element = element }
  }

  override func on(error: any Swift.Error) {
    synchronized { super.on(error: error) }
  }

  override func onCompleted() {
    synchronized {
      isAtEnd = true
      sourceSubscription.dispose()
    }
  }

  /// Called under the lock when the sampler sends, or ends.
  func sample() {
    if let element = element ?? defaultValue {
      self.element = nil
      forwardOn(next: element)
    }
    if isAtEnd {
      forwardOnCompleted()
      dispose()
    }
  }

  func fail(_ error: any Swift.Error) {
    super.on(error: error)
  }
}

/// Receives the sampler's events; shares the lock of the sink that it samples.
private final class SamplerSink<Element, SampleType>: EventReceiver<SampleType>, LockOwnerType {
  private let parent: SampleSequenceSink<Element, SampleType>

  init(parent: SampleSequenceSink<Element, SampleType>) {
    self.parent = parent
  }

  var lock: RecursiveLock { parent.lock }

  override func on(next element: SampleType) {
    synchronized { parent.sample() }
  }

  override func on(error: any Swift.Error) {
    synchronized { parent.fail(error) }
  }

  override func onCompleted() {
    synchronized { parent.sample() }
  }
}
