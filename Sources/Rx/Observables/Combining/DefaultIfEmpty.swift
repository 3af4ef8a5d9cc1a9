extension ObservableType {
  /// The sequence's elements, or the given one if there are none.
  ///
  ///     _ = Observable<Int>.empty().ifEmpty(default: 7).subscribe(onNext: { print($0) })
  ///     // Prints: 7
  public func ifEmpty(default element: Element) -> Observable<Element> {
    DefaultIfEmpty(asObservable()) { DefaultIfEmptySink(element, $0) }
  }
}

private final class DefaultIfEmpty<Element>: Operator<Element, Element> {}

private final class DefaultIfEmptySink<Element>: Sink<Element, Element> {
  private let element: Element
  private var isEmpty = true

  init(_ element: Element, _ output: Downstream<Element>) {
    self.element = element
    super.init(output)
  }

  override func on(next element: Element) {
    isEmpty = false
    forwardOn(next: element)
  }

  override func onCompletion() {
    if isEmpty { forwardOn(next: element) }
    finish()
  }
}
