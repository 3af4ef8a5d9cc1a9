extension ObservableType {
  /// The first element that does not satisfy `predicate`, and all elements after it.
  ///
  ///     _ = Observable.of(1, 2, 3, 1).skip(while: { $0 < 3 }).subscribe(onNext: { print($0) })
  ///     // Prints: 3
  ///     //         1
  ///
  /// - Parameter predicate: not called again after it returned false; an error that it throws ends the sequence.
  public func skip(while predicate: @escaping (Element) throws -> Bool) -> Observable<Element> {
    SkipWhile(asObservable()) { SkipWhileSink(predicate, $0) }
  }
}

private final class SkipWhile<Element>: Operator<Element, Element> {}

private final class SkipWhileSink<Element>: Sink<Element, Element> {
  override class var traits: Traits { .withholds(.position) }

  private let predicate: (Element) throws -> Bool
  private var isOpen = false

  init(_ predicate: @escaping (Element) throws -> Bool, _ output: Downstream<Element>) {
    self.predicate = predicate
    super.init(output)
  }

  override func on(next element: Element) {
    do {
      if !isOpen { isOpen = try !call(predicate, with: element) }
      if isOpen { forwardOn(next: element) }
    } catch { fail(error) }
  }
}
