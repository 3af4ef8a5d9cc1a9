import Synchronization

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
private final class SampleSequenceSink<Element, SampleType>: SerialSink<Element, Element> {
  private let defaultValue: Element?
  private let sourceSubscription = SingleAssignmentDisposable()
  private let lock = StateLock(())
  /// Only touched under the lock.
  @exclusivity(unchecked) private var latest = Slot<Element>()
  private let isAtEnd = Atomic<Bool>(false)
  /// What is being sent. Only touched under the delivery lock.
  @exclusivity(unchecked) private var sampled = Slot<Element>()

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
    var displaced = element
    lock.locked { latest.exchange(&displaced) }
    // Only now the element before may go: its deinit may send.
    withExtendedLifetime(displaced) {}
  }

  override func onCompleted() {
    isAtEnd.store(true, ordering: .releasing)
    sourceSubscription.dispose()
  }

  /// The sampler sends, or ends.
  func sample() {
    delivery.withLock { sendLatest() }
    // Asked after the delivery, because the observer may have ended the source from within it.
    if isAtEnd.load(ordering: .acquiring) { super.onCompleted() }
  }

  /// Called under the delivery lock.
  private func sendLatest() {
    lock.locked { swap(&latest, &sampled) }
    if sampled.isFull {
      forwardOn(next: sampled.take())
    } else {
      sendDefault()
    }
  }

  /// Apart, for the sake of ``sendLatest()``: see ``Slot`` for what touching an optional element costs.
  @inline(never)
  private func sendDefault() {
    if let defaultValue { forwardOn(next: defaultValue) }
  }
}

/// Receives the sampler's events.
private final class SamplerSink<Element, SampleType>: EventReceiver<SampleType> {
  private let parent: SampleSequenceSink<Element, SampleType>

  init(parent: SampleSequenceSink<Element, SampleType>) {
    self.parent = parent
  }

  override func on(next element: SampleType) { parent.sample() }

  override func on(error: any Swift.Error) { parent.on(error: error) }

  override func onCompleted() { parent.sample() }
}
