extension ObservableType {
  /// A sequence that completes at once.
  ///
  ///     _ = Observable<Int>.empty().subscribe { print($0) }
  ///     // Prints: completed
  public static func empty() -> Observable<Element> {
    Empty()
  }
}

private final class Empty<Element>: Producer<Element> {
  override func subscribeCore(_ observer: EventReceiver<Element>) -> any DisposableObject {
    observer.sendCompleted()
    return NopDisposable.noOp
  }
}
