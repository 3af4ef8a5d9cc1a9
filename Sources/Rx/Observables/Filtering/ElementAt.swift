extension ObservableType {
  /// The element at an index, then the completion.
  ///
  ///     _ = Observable.of("a", "b", "c").element(at: 1).subscribe(onNext: { print($0) })
  ///     // Prints: b
  ///
  /// It fails with ``RxError/argumentOutOfRange`` if the sequence completes before that element.
  /// - Parameter index: counts from 0; not negative.
  public func element(at index: Int) -> Observable<Element> {
    precondition(index >= 0, "element(at: \(index)): the index can't be negative")
    return ElementAt(asObservable()) { ElementAtSink(index, $0) }
  }
}

private final class ElementAt<Element>: Operator<Element, Element> {}

private final class ElementAtSink<Element>: Sink<Element, Element> {
  override class var traits: Traits { [.limits, .withholds(.position)] }

  private var remaining: Int

  init(_ index: Int, _ output: Downstream<Element>) {
    remaining = index
    super.init(output)
  }

  override func on(next element: Element) {
    // Counted first: the observer may send to the source from within this element's delivery.
    remaining -= 1
    guard remaining == -1 else { return }
    forwardOn(next: element)
    finish()
  }

  override func onCompletion() { fail(RxError.argumentOutOfRange) }
}
