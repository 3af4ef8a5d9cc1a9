extension ObservableType {
  /// Lets through the elements that satisfy `predicate`. An error thrown by it ends the sequence.
  ///
  ///     _ = Observable.of(1, 2, 3, 4).filter { $0 % 2 == 0 }.subscribe(onNext: { print($0) })
  ///     // Prints: 2
  ///     //         4
  public func filter(_ predicate: @escaping (Element) throws -> Bool) -> Observable<Element> {
    Filter(source: asObservable(), predicate: predicate)
  }
}

private final class Filter<Element>: Producer<Element> {
  private let source: Observable<Element>
  private let predicate: (Element) throws -> Bool

  init(source: Observable<Element>, predicate: @escaping (Element) throws -> Bool) {
    self.source = source
    self.predicate = predicate
  }

  override func run(
    _ observer: EventReceiver<Element>, cancel: SinkDisposer
  ) -> (sink: any DisposableObject, subscription: any DisposableObject) {
    let sink = FilterSink(predicate: predicate, observer: observer, cancel: cancel)
    return (sink, source.subscribe(sink))
  }
}

private final class FilterSink<Element>: Sink<Element, Element> {
  private let predicate: (Element) throws -> Bool

  init(predicate: @escaping (Element) throws -> Bool, observer: EventReceiver<Element>, cancel: SinkDisposer) {
    self.predicate = predicate
    super.init(observer: observer, cancel: cancel)
  }

  override func on(next element: Element) {
    do {
      if try predicate(element) { forwardOn(next: element) }
    } catch {
      forwardOn(error: error)
      dispose()
    }
  }
}
