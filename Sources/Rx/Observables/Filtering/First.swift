extension ObservableType {
  /// The first element; nil if there is none.
  ///
  ///     _ = Observable.of(1, 2).first().subscribe(onSuccess: { print($0 ?? 0) })
  ///     // Prints: 1
  public func first() -> Single<Element?> {
    PrimitiveSequence(raw: First(asObservable(), FirstSink.init))
  }
}

private final class First<Element>: Operator<Element, Element?> {}

private final class FirstSink<Element>: Sink<Element, Element?> {
  override class var traits: Traits { .limits }

  private var hasElement = false

  override func on(next element: Element) { end(with: element) }

  override func onCompletion() { end(with: nil) }

  private func end(with element: Element?) {
    // The observer may send to the source from within the delivery.
    guard !hasElement else { return }
    hasElement = true
    forwardOn(next: element)
    finish()
  }
}
