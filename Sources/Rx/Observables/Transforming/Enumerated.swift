extension ObservableType {
  /// Each element with its index, counted from 0.
  ///
  ///     _ = Observable.of("a", "b").enumerated().subscribe(onNext: { print($0.index, $0.element) })
  ///     // Prints: 0 a
  ///     //         1 b
  public func enumerated() -> Observable<(index: Int, element: Element)> {
    Enumerated(asObservable(), EnumeratedSink.init)
  }
}

private final class Enumerated<Element>: Operator<Element, (index: Int, element: Element)> {}

private final class EnumeratedSink<Element>: Sink<Element, (index: Int, element: Element)> {
  private var count = 0

  override func on(next element: Element) {
    let index = count
    count += 1
    forwardOn(next: (index: index, element: element))
  }
}
