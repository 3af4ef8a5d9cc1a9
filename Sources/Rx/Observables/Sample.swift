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
private final class SampleSequenceSink<Element, SampleType>: Sink<Element, Element>, SynchronizedOnType {
  let lock = RecursiveLock()
  private let defaultValue: Element?
  private let sourceSubscription = SingleAssignmentDisposable()
  /// Only touched under the lock, like what follows.
  @exclusivity(unchecked) private var latest = Slot<Element>()
  @exclusivity(unchecked) private var isAtEnd = false

  init(defaultValue: Element?, observer: EventReceiver<Element>, cancel: SinkDisposer) {
    self.defaultValue = defaultValue
    super.init(observer: observer, cancel: cancel)
  }

  func run(_ source: Observable<Element>, _ sampler: Observable<SampleType>) -> any DisposableObject {
    sourceSubscription.setDisposable(source.subscribe(self))
    let samplerSubscription = sampler.subscribe(SamplerSink(parent: self))
    return Disposables.create(sourceSubscription, samplerSubscription)
  }

  override func on(next element: Element) { synchronizedOn(next: element) }

  override func on(error: any Swift.Error) { synchronizedOn(error: error) }

  override func onCompleted() { synchronizedOnCompleted() }

  func onSynchronized(next element: Element) { latest.put(element) }

  func onSynchronized(error: any Swift.Error) { super.on(error: error) }

  func onSynchronizedCompleted() {
    isAtEnd = true
    sourceSubscription.dispose()
  }

  /// Called under the lock when the sampler sends, or ends.
  func sample() {
    if latest.isFull {
      forwardOn(next: latest.take())
    } else {
      sendDefault()
    }
    if isAtEnd { super.onCompleted() }
  }

  /// Apart, for the sake of ``sample()``: see ``Slot`` for what touching an optional element costs.
  @inline(never)
  private func sendDefault() {
    if let defaultValue { forwardOn(next: defaultValue) }
  }
}

/// Receives the sampler's events; shares the lock of the sink that it samples.
private final class SamplerSink<Element, SampleType>: EventReceiver<SampleType>, SynchronizedOnType {
  let lock: RecursiveLock
  private let parent: SampleSequenceSink<Element, SampleType>

  init(parent: SampleSequenceSink<Element, SampleType>) {
    self.parent = parent
    lock = parent.lock
  }

  override func on(next element: SampleType) { synchronizedOn(next: element) }

  override func on(error: any Swift.Error) { synchronizedOn(error: error) }

  override func onCompleted() { synchronizedOnCompleted() }

  func onSynchronized(next element: SampleType) { parent.sample() }

  func onSynchronized(error: any Swift.Error) { parent.onSynchronized(error: error) }

  func onSynchronizedCompleted() { parent.sample() }
}
