extension ObservableType {
  /// The given elements, then the sequence's own.
  ///
  ///     _ = Observable.of(3).startWith(1, 2).subscribe(onNext: { print($0) })
  ///     // Prints: 1
  ///     //         2
  ///     //         3
  public func startWith(_ elements: Element...) -> Observable<Element> {
    StartWith(source: asObservable(), elements: elements)
  }
}

private final class StartWith<Element>: Producer<Element> {
  private let source: Observable<Element>
  private let elements: [Element]

  init(source: Observable<Element>, elements: [Element]) {
    self.source = source
    self.elements = elements
  }

  /// Needs no sink: what comes first is sent before the source is subscribed to.
  override func run(
    _ observer: EventReceiver<Element>, cancel: SinkDisposer
  ) -> (sink: any DisposableObject, subscription: any DisposableObject) {
    for element in elements { observer.receive(next: element) }
    return (NopDisposable.noOp, source.subscribe(observer))
  }
}
