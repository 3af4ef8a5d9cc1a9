extension ObservableType {
  /// A sequence that ends at once.
  ///
  ///     _ = Observable<Int>.empty().subscribe { print($0) }
  ///     // Prints: completed
  public static func empty() -> Observable<Element> {
    Empty()
  }
}

private final class Empty<Element>: Producer<Element> {
  override func subscribe(receiver: EventReceiver<Element>) -> any DisposableObject {
    receiver.receiveCompleted()
    return NopDisposable.noOp
  }
}
