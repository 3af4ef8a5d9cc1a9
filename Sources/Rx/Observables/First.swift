extension ObservableType {
  /// The first element; nil where there is none.
  ///
  ///     _ = Observable.of(1, 2).first().subscribe(onSuccess: { print($0 ?? 0) })
  ///     // Prints: 1
  public func first() -> Single<Element?> {
    PrimitiveSequence(raw: First(source: asObservable()))
  }
}

private final class First<Element>: Producer<Element?> {
  private let source: Observable<Element>

  init(source: Observable<Element>) {
    self.source = source
  }

  override func run(
    _ observer: EventReceiver<Element?>, cancel: SinkDisposer
  ) -> (sink: any DisposableObject, subscription: any DisposableObject) {
    let sink = FirstSink<Element>(observer: observer, cancel: cancel)
    return (sink, source.subscribe(sink))
  }
}

private final class FirstSink<Element>: Sink<Element, Element?> {
  private var hasElement = false

  override func on(next element: Element) { end(with: element) }

  override func onCompleted() { end(with: nil) }

  private func end(with element: Element?) {
    // The observer may send to the source from within the delivery.
    guard !hasElement else { return }
    hasElement = true
    forwardOn(next: element)
    super.onCompleted()
  }
}
