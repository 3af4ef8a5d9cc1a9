/// Whether the element at which the sequence ends is sent as well.
public enum TakeBehavior: Sendable {
  /// It is the last element.
  case inclusive
  /// It is dropped.
  case exclusive
}

extension ObservableType {
  /// The elements before the first that satisfies `predicate`, then the completion.
  ///
  ///     _ = Observable.of(1, 2, 3, 1).take(until: { $0 == 3 }, behavior: .inclusive).subscribe { print($0) }
  ///     // Prints: next(1)
  ///     //         next(2)
  ///     //         next(3)
  ///     //         completed
  ///
  /// - Parameter predicate: an error that it throws ends the sequence.
  public func take(
    until predicate: @escaping (Element) throws -> Bool, behavior: TakeBehavior = .exclusive
  ) -> Observable<Element> {
    TakeUntilPredicate(asObservable()) { TakeUntilPredicateSink(predicate, behavior, $0) }
  }

  /// The elements before the first that does not satisfy `predicate`, then the completion.
  ///
  ///     _ = Observable.of(1, 2, 3, 1).take(while: { $0 < 3 }).subscribe { print($0) }
  ///     // Prints: next(1)
  ///     //         next(2)
  ///     //         completed
  ///
  /// - Parameter predicate: an error that it throws ends the sequence.
  public func take(
    while predicate: @escaping (Element) throws -> Bool, behavior: TakeBehavior = .exclusive
  ) -> Observable<Element> {
    take(until: { try !predicate($0) }, behavior: behavior)
  }
}

private final class TakeUntilPredicate<Element>: Operator<Element, Element> {}

private final class TakeUntilPredicateSink<Element>: Sink<Element, Element> {
  override class var traits: Traits { [.limits, .withholds(.position)] }

  private let isLast: (Element) throws -> Bool
  private let behavior: TakeBehavior
  private var isAtEnd = false

  init(_ isLast: @escaping (Element) throws -> Bool, _ behavior: TakeBehavior, _ output: Downstream<Element>) {
    self.isLast = isLast
    self.behavior = behavior
    super.init(output)
  }

  override func on(next element: Element) {
    guard !isAtEnd else { return }
    do {
      // Decided first: the observer may send to the source from within this element's delivery.
      isAtEnd = try call(isLast, with: element)
      let ends = isAtEnd
      if !ends || behavior == .inclusive { forwardOn(next: element) }
      if ends { finish() }
    } catch { fail(error) }
  }
}
