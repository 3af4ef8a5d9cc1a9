extension ObservableType {
  /// The sequence's only element; fails if there is none, or a second one.
  ///
  ///     _ = Observable.of(1, 2).single().subscribe { print($0) }
  ///     // Prints: next(1)
  ///     //         error(Sequence contains more than one element.)
  ///
  /// The element is sent as soon as it comes. It fails with ``RxError/noElements`` or ``RxError/moreThanOneElement``.
  public func single() -> Observable<Element> {
    SingleAsync(asObservable()) { SingleAsyncSink(nil, $0) }
  }

  /// The only element that satisfies `predicate`; fails if there is none, or a second one.
  ///
  /// - Parameter predicate: an error that it throws ends the sequence.
  public func single(_ predicate: @escaping (Element) throws -> Bool) -> Observable<Element> {
    SingleAsync(asObservable()) { SingleAsyncSink(predicate, $0) }
  }
}

private final class SingleAsync<Element>: Operator<Element, Element> {}

private final class SingleAsyncSink<Element>: Sink<Element, Element> {
  override class var traits: Traits { [.limits, .withholds(.predicate)] }

  private let predicate: ((Element) throws -> Bool)?
  private var hasElement = false

  init(_ predicate: ((Element) throws -> Bool)?, _ output: Downstream<Element>) {
    self.predicate = predicate
    super.init(output)
  }

  override func on(next element: Element) {
    do {
      if let predicate, try !call(predicate, with: element) { return }
      guard !hasElement else { throw RxError.moreThanOneElement }
      hasElement = true
      forwardOn(next: element)
    } catch { fail(error) }
  }

  override func onCompletion() {
    if hasElement { finish() } else { fail(RxError.noElements) }
  }
}
