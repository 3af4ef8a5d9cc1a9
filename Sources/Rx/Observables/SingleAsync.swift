extension ObservableType {
  /// The sequence's only element; fails where there is none or another one.
  ///
  ///     _ = Observable.of(1, 2).single().subscribe { print($0) }
  ///     // Prints: next(1)
  ///     //         error(Sequence contains more than one element.)
  ///
  /// The element is sent as it comes. It fails with ``RxError/noElements`` or ``RxError/moreThanOneElement``.
  public func single() -> Observable<Element> {
    SingleAsync(source: asObservable(), predicate: nil)
  }

  /// The only element that satisfies `predicate`; fails where there is none or another one.
  ///
  /// - Parameter predicate: an error that it throws ends the sequence.
  public func single(_ predicate: @escaping (Element) throws -> Bool) -> Observable<Element> {
    SingleAsync(source: asObservable(), predicate: predicate)
  }
}

private final class SingleAsync<Element>: Producer<Element> {
  private let source: Observable<Element>
  private let predicate: ((Element) throws -> Bool)?

  init(source: Observable<Element>, predicate: ((Element) throws -> Bool)?) {
    self.source = source
    self.predicate = predicate
  }

  override func run(
    _ observer: EventReceiver<Element>, cancel: SinkDisposer
  ) -> (sink: any DisposableObject, subscription: any DisposableObject) {
    let sink = SingleAsyncSink(predicate: predicate, observer: observer, cancel: cancel)
    return (sink, source.subscribe(sink))
  }
}

private final class SingleAsyncSink<Element>: Sink<Element, Element> {
  private let predicate: ((Element) throws -> Bool)?
  private var hasElement = false

  init(predicate: ((Element) throws -> Bool)?, observer: EventReceiver<Element>, cancel: SinkDisposer) {
    self.predicate = predicate
    super.init(observer: observer, cancel: cancel)
  }

  override func on(next element: Element) {
    do {
      if let predicate, try !predicate(element) { return }
    } catch {
      return super.on(error: error)
    }
    if hasElement { return super.on(error: RxError.moreThanOneElement) }
    hasElement = true
    forwardOn(next: element)
  }

  override func onCompleted() {
    if hasElement {
      super.onCompleted()
    } else {
      super.on(error: RxError.noElements)
    }
  }
}
