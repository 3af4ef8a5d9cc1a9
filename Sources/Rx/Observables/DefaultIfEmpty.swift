extension ObservableType {
  /// The sequence's elements, or one that stands for them where there are none.
  ///
  ///     _ = Observable<Int>.empty().ifEmpty(default: 7).subscribe(onNext: { print($0) })
  ///     // Prints: 7
  public func ifEmpty(default element: Element) -> Observable<Element> {
    DefaultIfEmpty(source: asObservable(), element: element)
  }
}

private final class DefaultIfEmpty<Element>: Producer<Element> {
  private let source: Observable<Element>
  private let element: Element

  init(source: Observable<Element>, element: Element) {
    self.source = source
    self.element = element
  }

  override func run(
    _ observer: EventReceiver<Element>, cancel: SinkDisposer
  ) -> (sink: any DisposableObject, subscription: any DisposableObject) {
    let sink = DefaultIfEmptySink(element: element, observer: observer, cancel: cancel)
    return (sink, source.subscribe(sink))
  }
}

private final class DefaultIfEmptySink<Element>: Sink<Element, Element> {
  private let element: Element
  private var isEmpty = true

  init(element: Element, observer: EventReceiver<Element>, cancel: SinkDisposer) {
    self.element = element
    super.init(observer: observer, cancel: cancel)
  }

  override func on(next element: Element) {
    isEmpty = false
    forwardOn(next: element)
  }

  override func onCompleted() {
    if isEmpty { forwardOn(next: element) }
    super.onCompleted()
  }
}
