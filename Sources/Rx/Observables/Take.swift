extension ObservableType {
  /// The first `count` elements, then the end.
  ///
  ///     _ = Observable.of(1, 2, 3).take(2).subscribe { print($0) }
  ///     // Prints: next(1)
  ///     //         next(2)
  ///     //         completed
  ///
  /// - Parameter count: not negative; 0 gives a sequence that ends at once and never subscribes to this one.
  public func take(_ count: Int) -> Observable<Element> {
    count == 0 ? .empty() : TakeCount(source: asObservable(), count: count)
  }
}

private final class TakeCount<Element>: Producer<Element> {
  private let source: Observable<Element>
  private let count: Int

  init(source: Observable<Element>, count: Int) {
    precondition(count >= 0, "take(\(count)): the count can't be negative")
    self.source = source
    self.count = count
  }

  override func run(
    _ observer: EventReceiver<Element>, cancel: SinkDisposer
  ) -> (sink: any DisposableObject, subscription: any DisposableObject) {
    let sink = TakeCountSink(count: count, observer: observer, cancel: cancel)
    return (sink, source.subscribe(sink))
  }
}

private final class TakeCountSink<Element>: Sink<Element, Element> {
  private var remaining: Int

  init(count: Int, observer: EventReceiver<Element>, cancel: SinkDisposer) {
    remaining = count
    super.init(observer: observer, cancel: cancel)
  }

  override func on(next element: Element) {
    guard remaining > 0 else { return }
    // Counted first: the observer may send to the source from within this element's delivery.
    remaining -= 1
    let isLast = remaining == 0
    forwardOn(next: element)
    if isLast {
      forwardOnCompleted()
      dispose()
    }
  }
}
