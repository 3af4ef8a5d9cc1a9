extension ObservableType {
  /// The sequence's events as elements, its end or error included; after that it ends in an orderly way.
  ///
  ///     _ = Observable.of(1).materialize().subscribe { print($0) }
  ///     // Prints: next(next(1))
  ///     //         next(completed)
  ///     //         completed
  public func materialize() -> Observable<Event<Element>> {
    Materialize(source: asObservable())
  }
}

extension ObservableType where Element: EventConvertible {
  /// The sequence that a sequence of events stands for.
  ///
  ///     _ = Observable.of(Event.next(1), .completed).dematerialize().subscribe { print($0) }
  ///     // Prints: next(1)
  ///     //         completed
  public func dematerialize() -> Observable<Element.Element> {
    Dematerialize(source: asObservable())
  }
}

private final class Materialize<Element>: Producer<Event<Element>> {
  private let source: Observable<Element>

  init(source: Observable<Element>) {
    self.source = source
  }

  override func run(
    _ observer: EventReceiver<Event<Element>>, cancel: SinkDisposer
  ) -> (sink: any DisposableObject, subscription: any DisposableObject) {
    let sink = MaterializeSink<Element>(observer: observer, cancel: cancel)
    return (sink, source.subscribe(sink))
  }
}

private final class MaterializeSink<Element>: Sink<Element, Event<Element>> {
  override func on(next element: Element) { forwardOn(next: .next(element)) }

  override func on(error: any Swift.Error) {
    forwardOn(next: .error(error))
    super.onCompleted()
  }

  override func onCompleted() {
    forwardOn(next: .completed)
    super.onCompleted()
  }
}

private final class Dematerialize<Source: EventConvertible>: Producer<Source.Element> {
  private let source: Observable<Source>

  init(source: Observable<Source>) {
    self.source = source
  }

  override func run(
    _ observer: EventReceiver<Source.Element>, cancel: SinkDisposer
  ) -> (sink: any DisposableObject, subscription: any DisposableObject) {
    let sink = DematerializeSink<Source>(observer: observer, cancel: cancel)
    return (sink, source.subscribe(sink))
  }
}

private final class DematerializeSink<Source: EventConvertible>: Sink<Source, Source.Element> {
  override func on(next element: Source) {
    switch element.event {
    case .next(let element): forwardOn(next: element)
    case .error(let error): super.on(error: error)
    case .completed: super.onCompleted()
    }
  }
}
