extension ObservableType {
  /// A sequence of the given elements.
  ///
  ///     _ = Observable.of("a", "b").subscribe(onNext: { print($0) })
  ///     // Prints: a
  ///     //         b
  ///
  /// - Parameter scheduler: sends the elements, one action each.
  @inlinable
  public static func of(
    _ elements: Element..., scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Observable<Element> {
    from(elements, scheduler: scheduler)
  }

  /// A sequence of an array's elements.
  @inlinable
  public static func from(
    _ array: [Element], scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Observable<Element> {
    ObservableSequence(scheduler) { ObservableSequenceSink(array, $0) }
  }

  /// A sequence of a Swift sequence's elements, which each subscription iterates over.
  public static func from<Source: Sequence>(
    _ sequence: Source, scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Observable<Element> where Source.Element == Element {
    ObservableSequence(scheduler) { ObservableIteratorSink(sequence, $0) }
  }

  /// A sequence of an optional's value; without elements if it is nil.
  ///
  ///     _ = Observable.from(optional: Int("7")).subscribe { print($0) }
  ///     // Prints: next(7)
  ///     //         completed
  public static func from(optional: Element?) -> Observable<Element> {
    optional.map { .just($0) } ?? .empty()
  }

  /// A sequence of an optional's value, sent on a scheduler; without elements if it is nil.
  public static func from(optional: Element?, scheduler: any ImmediateSchedulerType) -> Observable<Element> {
    .from(optional.map { [$0] } ?? [], scheduler: scheduler)
  }
}

@usableFromInline
final class ObservableSequence<Element>: StepwiseProducer<Element> {}

/// Sends the elements of an array by their numbers. An iterator would be asked in unspecialised code.
@usableFromInline
final class ObservableSequenceSink<Element>: StepwiseSink<Element> {
  private let elements: [Element]
  /// Only touched by one action at a time.
  @exclusivity(unchecked) private var next = 0

  @usableFromInline
  init(_ elements: [Element], _ output: Downstream<Element>) {
    self.elements = elements
    super.init(output)
  }

  override func step() -> Bool {
    guard next < elements.count else { return false }
    let element = elements[next]
    next += 1
    forwardOn(next: element)
    return true
  }
}

private final class ObservableIteratorSink<Elements: Sequence>: StepwiseSink<Elements.Element> {
  private var iterator: Elements.Iterator

  init(_ elements: Elements, _ output: Downstream<Elements.Element>) {
    iterator = elements.makeIterator()
    super.init(output)
  }

  override func step() -> Bool {
    guard let element = iterator.next() else { return false }
    forwardOn(next: element)
    return true
  }
}
