import Synchronization

extension ObservableType {
  /// The latest element whenever `sampler` sends something, if there is a new one.
  ///
  ///     let (source, ticks) = (PublishSubject<Int>(), PublishSubject<Void>())
  ///     _ = source.sample(ticks).subscribe(onNext: { print($0) })
  ///     source.onNext(1)
  ///     source.onNext(2)
  ///     ticks.onNext(())
  ///     ticks.onNext(())
  ///     // Prints: 2
  ///
  /// - Parameter defaultValue: sent if the sampler sends and there is no new element.
  public func sample<Source: ObservableType>(
    _ sampler: Source, defaultValue: Element? = nil
  ) -> Observable<Element> {
    let sampler = sampler.asObservable()
    return Sample(asObservable(), sampler) { SampleSequenceSink(sampler, defaultValue, $0) }
  }
}

private final class Sample<Element, SampleType>: TwoSourceOperator<Element, SampleType, Element> {}

/// Remembers the source's latest element for the sampler to send.
private final class SampleSequenceSink<Element, SampleType>: SerialSink<Element, Element> {
  override class var traits: Traits { .withholds(.signal) }

  private let sampler: Observable<SampleType>
  private let defaultValue: Element?
  private let sourceSubscription = SingleAssignmentDisposable()
  private let latest = SharedSlot<Element>()
  private let isAtEnd = Atomic<Bool>(false)
  // Only touched by the thread that delivers.
  @exclusivity(unchecked) private var endedWithinDelivery = false

  init(_ sampler: Observable<SampleType>, _ defaultValue: Element?, _ output: Downstream<Element>) {
    self.sampler = sampler
    self.defaultValue = defaultValue
    super.init(output)
  }

  override func run(_ source: Observable<Element>) -> any DisposableObject {
    sourceSubscription.setDisposable(source.subscribe(self))
    return Disposables.create(sourceSubscription, SamplerSink(of: self).run(sampler))
  }

  override func on(next element: Element) { latest.put(element) }

  override func onCompletion() {
    if delivery.isHeldHere { endedWithinDelivery = true }
    isAtEnd.store(true, ordering: .releasing)
    sourceSubscription.dispose()
  }

  /// Called when the sampler has sent an element, or has completed.
  func sample() {
    // Read before the delivery: if another thread sends an element and the completion meanwhile, the element must still
    // get its sample.
    let isOver = isAtEnd.load(ordering: .acquiring)
    let endedMeanwhile = delivery.withLock {
      if !latest.take({ forwardOn(next: $0) }) { sendDefault() }
      return endedWithinDelivery
    }
    if isOver || endedMeanwhile { finish() }
  }

  /// A function of its own, to keep ``sample()`` fast: see ``Slot`` for the cost of an optional element.
  @inline(never)
  private func sendDefault() {
    if let defaultValue { forwardOn(next: defaultValue) }
  }
}

private final class SamplerSink<Element, SampleType>: OtherInput<SampleSequenceSink<Element, SampleType>, SampleType> {
  override func on(next element: SampleType) { parent.sample() }

  override func onCompletion() { parent.sample() }
}
