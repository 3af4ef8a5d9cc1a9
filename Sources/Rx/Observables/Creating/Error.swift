extension ObservableType {
  /// A sequence that ends with an error at once.
  ///
  ///     _ = Observable<Int>.error(RxError.timeout).subscribe { print($0) }
  ///     // Prints: error(Sequence timeout.)
  @inlinable
  public static func error(_ error: any Swift.Error) -> Observable<Element> {
    Failure(error)
  }
}

@usableFromInline
final class Failure<Element>: Producer<Element> {
  private let error: any Swift.Error

  @usableFromInline
  init(_ error: any Swift.Error) {
    self.error = error
  }

  override func subscribeCore(_ observer: EventReceiver<Element>) -> any DisposableObject {
    observer.send(error: error)
    return NopDisposable.noOp
  }
}
