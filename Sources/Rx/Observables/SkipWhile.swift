extension ObservableType {
  /// Leaves out elements until the first that does not satisfy `predicate`, which goes through with all that follow.
  ///
  ///     _ = Observable.of(1, 2, 3, 1).skip(while: { $0 < 3 }).subscribe(onNext: { print($0) })
  ///     // Prints: 3
  ///     //         1
  ///
  /// - Parameter predicate: not asked any more once it has said no; an error that it throws ends the sequence.
  public func skip(while predicate: @escaping (Element) throws -> Bool) -> Observable<Element> {
    SkipWhile(source: asObservable(), predicate: predicate)
  }
}

private final class SkipWhile<Element>: Producer<Element> {
  private let source: Observable<Element>
  private let predicate: (Element) throws -> Bool

  init(source: Observable<Element>, predicate: @escaping (Element) throws -> Bool) {
    self.source = source
    self.predicate = predicate
  }

  override func run(
    _ observer: EventReceiver<Element>, cancel: SinkDisposer
  ) -> (sink: any DisposableObject, subscription: any DisposableObject) {
    let sink = SkipWhileSink(predicate: predicate, observer: observer, cancel: cancel)
    return (sink, source.subscribe(sink))
  }
}

private final class SkipWhileSink<Element>: Sink<Element, Element> {
  private let predicate: (Element) throws -> Bool
  private var isOpen = false

  init(predicate: @escaping (Element) throws -> Bool, observer: EventReceiver<Element>, cancel: SinkDisposer) {
    self.predicate = predicate
    super.init(observer: observer, cancel: cancel)
  }

  override func on(next element: Element) {
    do {
      if !isOpen { isOpen = try !predicate(element) }
      if isOpen { forwardOn(next: element) }
    } catch {
      super.on(error: error)
    }
  }
}
