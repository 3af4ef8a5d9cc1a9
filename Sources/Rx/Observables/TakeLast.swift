extension ObservableType {
  /// The last `count` elements, sent when the sequence ends.
  ///
  ///     _ = Observable.of(1, 2, 3).takeLast(2).subscribe(onNext: { print($0) })
  ///     // Prints: 2
  ///     //         3
  ///
  /// - Parameter count: not negative.
  public func takeLast(_ count: Int) -> Observable<Element> {
    TakeLast(source: asObservable(), count: count)
  }
}

private final class TakeLast<Element>: Producer<Element> {
  private let source: Observable<Element>
  private let count: Int

  init(source: Observable<Element>, count: Int) {
    precondition(count >= 0, "takeLast(\(count)): the count can't be negative")
    self.source = source
    self.count = count
  }

  override func run(
    _ observer: EventReceiver<Element>, cancel: SinkDisposer
  ) -> (sink: any DisposableObject, subscription: any DisposableObject) {
    let sink = TakeLastSink(count: count, observer: observer, cancel: cancel)
    return (sink, source.subscribe(sink))
  }
}

private final class TakeLastSink<Element>: Sink<Element, Element> {
  @exclusivity(unchecked) private var last: ReplayBuffer<Element>

  init(count: Int, observer: EventReceiver<Element>, cancel: SinkDisposer) {
    last = ReplayBuffer(size: count)
    super.init(observer: observer, cancel: cancel)
  }

  override func on(next element: Element) {
    // Afterwards it holds the oldest element, which is released last: its deinit may send.
    var displaced = element
    last.keep(&displaced)
  }

  override func onCompleted() {
    while !last.isEmpty && !isDisposed { forwardOn(next: last.removeFirst()) }
    super.onCompleted()
  }
}
