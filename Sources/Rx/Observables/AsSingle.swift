extension ObservableType {
  /// The sequence's only element, when it ends; fails where there is none or another one.
  ///
  ///     _ = Observable.of(1).asSingle().subscribe(onSuccess: { print($0) })
  ///     // Prints: 1
  ///
  /// It fails with ``RxError/noElements`` or ``RxError/moreThanOneElement``.
  public func asSingle() -> Single<Element> {
    PrimitiveSequence(raw: AsSingle(source: asObservable()))
  }

  /// The sequence's only element, if there is one, when it ends; fails where there is another one.
  ///
  /// It fails with ``RxError/moreThanOneElement``.
  public func asMaybe() -> Maybe<Element> {
    PrimitiveSequence(raw: AsMaybe(source: asObservable()))
  }
}

private final class AsSingle<Element>: Producer<Element> {
  private let source: Observable<Element>

  init(source: Observable<Element>) {
    self.source = source
  }

  override func run(
    _ observer: EventReceiver<Element>, cancel: SinkDisposer
  ) -> (sink: any DisposableObject, subscription: any DisposableObject) {
    let sink = AsSingleSink(observer: observer, cancel: cancel)
    return (sink, source.subscribe(sink))
  }
}

private final class AsMaybe<Element>: Producer<Element> {
  private let source: Observable<Element>

  init(source: Observable<Element>) {
    self.source = source
  }

  override func run(
    _ observer: EventReceiver<Element>, cancel: SinkDisposer
  ) -> (sink: any DisposableObject, subscription: any DisposableObject) {
    let sink = AsMaybeSink(observer: observer, cancel: cancel)
    return (sink, source.subscribe(sink))
  }
}

/// Keeps the only element until the end.
private class AsMaybeSink<Element>: Sink<Element, Element> {
  @exclusivity(unchecked) private final var only = Slot<Element>()

  override final func on(next element: Element) {
    if only.isFull {
      super.on(error: RxError.moreThanOneElement)
    } else {
      only.put(element)
    }
  }

  override final func onCompleted() {
    guard only.isFull else { return endWithoutElement() }
    forwardOn(next: only.take())
    super.onCompleted()
  }

  func endWithoutElement() { super.onCompleted() }
}

private final class AsSingleSink<Element>: AsMaybeSink<Element> {
  override func endWithoutElement() { on(error: RxError.noElements) }
}
