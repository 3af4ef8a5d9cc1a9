extension ObservableType {
  /// A sequence that sends nothing and does not end.
  ///
  ///     _ = Observable<Int>.never().subscribe { print($0) }
  ///     // Prints nothing.
  public static func never() -> Observable<Element> {
    Never()
  }
}

private final class Never<Element>: Producer<Element> {
  override func subscribeCore(_ observer: EventReceiver<Element>) -> any DisposableObject { NopDisposable.noOp }
}
