extension ObservableType {
  /// A sequence that completes at once.
  ///
  ///     _ = Observable<Int>.empty().subscribe { print($0) }
  ///     // Prints: completed
  @inlinable
  public static func empty() -> Observable<Element> {
    Empty()
  }
}

@usableFromInline
final class Empty<Element>: Producer<Element> {
  @usableFromInline
  override init() {
    super.init()
  }

  override func subscribeCore(_ observer: EventReceiver<Element>) -> any DisposableObject {
    observer.sendCompleted()
    return NopDisposable.noOp
  }
}
