extension ObservableType {
  /// The last `count` elements, sent when the sequence completes.
  ///
  ///     _ = Observable.of(1, 2, 3).takeLast(2).subscribe(onNext: { print($0) })
  ///     // Prints: 2
  ///     //         3
  ///
  /// - Parameter count: not negative.
  public func takeLast(_ count: Int) -> Observable<Element> {
    precondition(count >= 0, "takeLast(\(count)): the count can't be negative")
    return TakeLast(asObservable()) { TakeLastSink(count, $0) }
  }
}

private final class TakeLast<Element>: Operator<Element, Element> {}

private final class TakeLastSink<Element>: Sink<Element, Element> {
  override class var traits: Traits { .withholds(.last) }

  @exclusivity(unchecked) private var last: ReplayBuffer<Element>

  init(_ count: Int, _ output: Downstream<Element>) {
    last = ReplayBuffer(size: count)
    super.init(output)
  }

  override func on(next element: Element) {
    // `keep` leaves the oldest element in it, which is released last: its deinit may send.
    var displaced = element
    last.keep(&displaced)
  }

  override func onCompletion() {
    while !last.isEmpty && !isDisposed { forwardOn(next: last.removeFirst()) }
    finish()
  }
}
