extension ObservableType {
  /// Each element with its number, counted from 0.
  ///
  ///     _ = Observable.of("a", "b").enumerated().subscribe(onNext: { print($0.index, $0.element) })
  ///     // Prints: 0 a
  ///     //         1 b
  public func enumerated() -> Observable<(index: Int, element: Element)> {
    Enumerated(source: asObservable())
  }
}

private final class Enumerated<Element>: Producer<(index: Int, element: Element)> {
  private let source: Observable<Element>

  init(source: Observable<Element>) {
    self.source = source
  }

  override func run(
    _ observer: EventReceiver<(index: Int, element: Element)>, cancel: SinkDisposer
  ) -> (sink: any DisposableObject, subscription: any DisposableObject) {
    let sink = EnumeratedSink<Element>(observer: observer, cancel: cancel)
    return (sink, source.subscribe(sink))
  }
}

private final class EnumeratedSink<Element>: Sink<Element, (index: Int, element: Element)> {
  private var count = 0

  override func on(next element: Element) {
    let index = count
    count += 1
    forwardOn(next: (index: index, element: element))
  }
}
