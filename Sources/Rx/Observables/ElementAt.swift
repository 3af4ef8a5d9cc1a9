extension ObservableType {
  /// The element at one place of the sequence, then the end.
  ///
  ///     _ = Observable.of("a", "b", "c").element(at: 1).subscribe(onNext: { print($0) })
  ///     // Prints: b
  ///
  /// It fails with ``RxError/argumentOutOfRange`` where the sequence ends before.
  /// - Parameter index: counts from 0; not negative.
  public func element(at index: Int) -> Observable<Element> {
    ElementAt(source: asObservable(), index: index)
  }
}

private final class ElementAt<Element>: Producer<Element> {
  private let source: Observable<Element>
  private let index: Int

  init(source: Observable<Element>, index: Int) {
    precondition(index >= 0, "element(at: \(index)): the index can't be negative")
    self.source = source
    self.index = index
  }

  override func run(
    _ observer: EventReceiver<Element>, cancel: SinkDisposer
  ) -> (sink: any DisposableObject, subscription: any DisposableObject) {
    let sink = ElementAtSink(index: index, observer: observer, cancel: cancel)
    return (sink, source.subscribe(sink))
  }
}

private final class ElementAtSink<Element>: Sink<Element, Element> {
  private var remaining: Int

  init(index: Int, observer: EventReceiver<Element>, cancel: SinkDisposer) {
    remaining = index
    super.init(observer: observer, cancel: cancel)
  }

  override func on(next element: Element) {
    // Counted first: the observer may send to the source from within this element's delivery.
    remaining -= 1
    guard remaining == -1 else { return }
    forwardOn(next: element)
    super.onCompleted()
  }

  override func onCompleted() { super.on(error: RxError.argumentOutOfRange) }
}
