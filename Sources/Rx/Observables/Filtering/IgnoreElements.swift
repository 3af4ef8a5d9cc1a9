extension ObservableType {
  /// The sequence's terminal event, without its elements.
  ///
  ///     _ = Observable.of(1, 2).ignoreElements().subscribe { print($0) }
  ///     // Prints: completed
  public func ignoreElements() -> Observable<Never> {
    IgnoreElements(asObservable(), IgnoreElementsSink.init)
  }
}

private final class IgnoreElements<Element>: Operator<Element, Never> {}

private final class IgnoreElementsSink<Element>: Sink<Element, Never> {
  override class var traits: Traits { .withholds(.all) }

  override func on(next element: Element) {}
}
