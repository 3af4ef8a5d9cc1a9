extension ObservableType {
  /// The given elements, then the sequence's.
  ///
  ///     _ = Observable.of(3).startWith(1, 2).subscribe(onNext: { print($0) })
  ///     // Prints: 1
  ///     //         2
  ///     //         3
  @inlinable
  public func startWith(_ elements: Element...) -> Observable<Element> {
    StartWith(asObservable(), elements)
  }
}

@usableFromInline
final class StartWith<Element>: Producer<Element> {
  private let source: Observable<Element>
  private let elements: [Element]

  @usableFromInline
  init(_ source: Observable<Element>, _ elements: [Element]) {
    self.source = source
    self.elements = elements
  }

  /// Needs no sink: the elements are sent before the source is subscribed to.
  override func run(_ output: Downstream<Element>) -> StartedSubscription {
    for element in elements { output.observer.send(next: element) }
    return StartedSubscription(sink: NopDisposable.noOp, subscription: source.subscribe(output.observer))
  }
}
