extension ObservableType {
  /// The elements that satisfy `predicate`. An error thrown by `predicate` ends the sequence.
  ///
  ///     _ = Observable.of(1, 2, 3, 4).filter { $0 % 2 == 0 }.subscribe(onNext: { print($0) })
  ///     // Prints: 2
  ///     //         4
  @inlinable
  public func filter(_ predicate: @escaping (Element) throws -> Bool) -> Observable<Element> {
    Filter(asObservable()) { FilterSink(predicate, $0) }
  }
}

@usableFromInline
final class Filter<Element>: Operator<Element, Element> {}

@usableFromInline
final class FilterSink<Element>: Sink<Element, Element> {
  override class var traits: Traits { .withholds(.predicate) }

  private let predicate: (Element) throws -> Bool

  @usableFromInline
  init(_ predicate: @escaping (Element) throws -> Bool, _ output: Downstream<Element>) {
    self.predicate = predicate
    super.init(output)
  }

  override func on(next element: Element) {
    do { if try call(predicate, with: element) { forwardOn(next: element) } } catch { fail(error) }
  }
}
