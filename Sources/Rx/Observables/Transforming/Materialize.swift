extension ObservableType {
  /// The sequence's events as elements, the terminal event included; then the completion.
  ///
  ///     _ = Observable.of(1).materialize().subscribe { print($0) }
  ///     // Prints: next(next(1))
  ///     //         next(completed)
  ///     //         completed
  public func materialize() -> Observable<Event<Element>> {
    Materialize(asObservable(), MaterializeSink.init)
  }
}

extension ObservableType where Element: EventConvertible {
  /// The sequence of the events that this sequence sends as elements: the inverse of ``materialize()``.
  ///
  ///     _ = Observable.of(Event.next(1), .completed).dematerialize().subscribe { print($0) }
  ///     // Prints: next(1)
  ///     //         completed
  public func dematerialize() -> Observable<Element.Element> {
    Dematerialize(asObservable()) { DematerializeSink($0) }
  }
}

private final class Materialize<Element>: Operator<Element, Event<Element>> {}

private final class MaterializeSink<Element>: Sink<Element, Event<Element>> {
  override func on(next element: Element) { forwardOn(next: .next(element)) }

  override func on(error: any Swift.Error) {
    forwardOn(next: .error(error))
    finish()
  }

  override func onCompletion() {
    forwardOn(next: .completed)
    finish()
  }
}

private final class Dematerialize<Source: EventConvertible>: Operator<Source, Source.Element> {}

private final class DematerializeSink<Source: EventConvertible>: Sink<Source, Source.Element> {
  override func on(next element: Source) {
    switch element.event {
    case .next(let element): forwardOn(next: element)
    case .error(let error): fail(error)
    case .completed: finish()
    }
  }
}
