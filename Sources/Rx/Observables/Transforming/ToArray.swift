extension ObservableType {
  /// All elements in one array, sent when the sequence completes.
  ///
  ///     _ = Observable.of(1, 2).toArray().subscribe(onSuccess: { print($0) })
  ///     // Prints: [1, 2]
  public func toArray() -> Single<[Element]> {
    PrimitiveSequence(raw: ToArray(asObservable(), ToArraySink.init))
  }
}

private final class ToArray<Element>: Operator<Element, [Element]> {}

private final class ToArraySink<Element>: Sink<Element, [Element]> {
  override class var traits: Traits { .withholds(.end) }

  @exclusivity(unchecked) private var elements = ElementQueue<Element>()

  override func on(next element: Element) { elements.append(element) }

  override func onCompletion() {
    forwardOn(next: elements.all)
    finish()
  }
}
