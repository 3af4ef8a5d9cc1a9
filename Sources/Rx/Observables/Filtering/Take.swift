extension ObservableType {
  /// The first `count` elements, then the completion.
  ///
  ///     _ = Observable.of(1, 2, 3).take(2).subscribe { print($0) }
  ///     // Prints: next(1)
  ///     //         next(2)
  ///     //         completed
  ///
  /// - Parameter count: not negative; with 0, it completes at once and does not subscribe to this sequence.
  @inlinable
  public func take(_ count: Int) -> Observable<Element> {
    precondition(count >= 0, "take(\(count)): the count can't be negative")
    return count == 0 ? .empty() : TakeCount(asObservable()) { TakeCountSink(count, $0) }
  }
}

@usableFromInline
final class TakeCount<Element>: Operator<Element, Element> {}

@usableFromInline
final class TakeCountSink<Element>: Sink<Element, Element> {
  override class var traits: Traits { .limits }

  private var remaining: Int

  @usableFromInline
  init(_ count: Int, _ output: Downstream<Element>) {
    remaining = count
    super.init(output)
  }

  override func on(next element: Element) {
    guard remaining > 0 else { return }
    // Counted first: the observer may send to the source from within this element's delivery.
    remaining -= 1
    let isLast = remaining == 0
    forwardOn(next: element)
    if isLast { finish() }
  }
}
