extension ObservableType {
  /// How the sequence ends, without its elements.
  ///
  ///     _ = Observable.of(1, 2).ignoreElements().subscribe { print($0) }
  ///     // Prints: completed
  public func ignoreElements() -> Observable<Never> {
    IgnoreElements(source: asObservable())
  }
}

private final class IgnoreElements<Element>: Producer<Never> {
  private let source: Observable<Element>

  init(source: Observable<Element>) {
    self.source = source
  }

  override func run(
    _ observer: EventReceiver<Never>, cancel: SinkDisposer
  ) -> (sink: any DisposableObject, subscription: any DisposableObject) {
    let sink = IgnoreElementsSink<Element>(observer: observer, cancel: cancel)
    return (sink, source.subscribe(sink))
  }
}

private final class IgnoreElementsSink<Element>: Sink<Element, Never> {
  override func on(next element: Element) {}
}
