extension ObservableType {
  /// A sequence of the given elements.
  ///
  ///     _ = Observable.of("a", "b").subscribe(onNext: { print($0) })
  ///     // Prints: a
  ///     //         b
  ///
  /// - Parameter scheduler: where the elements are sent, one action each.
  public static func of(
    _ elements: Element..., scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Observable<Element> {
    ObservableSequence(elements: elements, scheduler: scheduler)
  }

  /// A sequence of an array's elements.
  public static func from(
    _ array: [Element], scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Observable<Element> {
    ObservableSequence(elements: array, scheduler: scheduler)
  }

  /// A sequence of any Swift sequence's elements, iterated anew for each observer.
  public static func from<Source: Sequence>(
    _ sequence: Source, scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Observable<Element> where Source.Element == Element {
    ObservableSequence(elements: sequence, scheduler: scheduler)
  }

  /// A sequence of an optional's value, or of nothing.
  ///
  ///     _ = Observable.from(optional: Int("7")).subscribe { print($0) }
  ///     // Prints: next(7)
  ///     //         completed
  public static func from(optional: Element?) -> Observable<Element> {
    optional.map { .just($0) } ?? .empty()
  }

  /// A sequence of an optional's value, or of nothing, sent on a scheduler.
  public static func from(optional: Element?, scheduler: any ImmediateSchedulerType) -> Observable<Element> {
    ObservableSequence(elements: optional.map { [$0] } ?? [], scheduler: scheduler)
  }
}

private final class ObservableSequence<Elements: Sequence>: Producer<Elements.Element> {
  private let elements: Elements
  private let scheduler: any ImmediateSchedulerType

  init(elements: Elements, scheduler: any ImmediateSchedulerType) {
    self.elements = elements
    self.scheduler = scheduler
  }

  override func run(
    _ observer: EventReceiver<Elements.Element>, cancel: SinkDisposer
  ) -> (sink: any DisposableObject, subscription: any DisposableObject) {
    let sink = ObservableSequenceSink(elements: elements, observer: observer, cancel: cancel)
    return (sink, scheduler.scheduleLoop { sink.step() })
  }
}

private final class ObservableSequenceSink<Elements: Sequence>: Sink<Elements.Element, Elements.Element> {
  private var iterator: Elements.Iterator

  init(elements: Elements, observer: EventReceiver<Elements.Element>, cancel: SinkDisposer) {
    iterator = elements.makeIterator()
    super.init(observer: observer, cancel: cancel)
  }

  /// Sends one element; false when there are no more, or nobody wants them.
  func step() -> Bool {
    guard !isDisposed else { return false }
    guard let element = iterator.next() else {
      forwardOnCompleted()
      dispose()
      return false
    }
    forwardOn(next: element)
    return true
  }
}
