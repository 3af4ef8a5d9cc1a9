extension ObservableType {
  /// All elements in one array, when the sequence ends.
  ///
  ///     _ = Observable.of(1, 2).toArray().subscribe(onSuccess: { print($0) })
  ///     // Prints: [1, 2]
  public func toArray() -> Single<[Element]> {
    PrimitiveSequence(raw: ToArray(source: asObservable()))
  }
}

private final class ToArray<Element>: Producer<[Element]> {
  private let source: Observable<Element>

  init(source: Observable<Element>) {
    self.source = source
  }

  override func run(
    _ observer: EventReceiver<[Element]>, cancel: SinkDisposer
  ) -> (sink: any DisposableObject, subscription: any DisposableObject) {
    let sink = ToArraySink<Element>(observer: observer, cancel: cancel)
    return (sink, source.subscribe(sink))
  }
}

private final class ToArraySink<Element>: Sink<Element, [Element]> {
  @exclusivity(unchecked) private var elements = ElementQueue<Element>()

  override func on(next element: Element) { elements.append(element) }

  override func onCompleted() {
    forwardOn(next: elements.all)
    super.onCompleted()
  }
}
