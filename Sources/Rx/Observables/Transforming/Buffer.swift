extension ObservableType {
  /// Elements in arrays, each sent when it holds `count` elements or when `timeSpan` is over.
  ///
  ///     _ = Observable.of(1, 2, 3).buffer(timeSpan: .seconds(1), count: 2, scheduler: MainScheduler.instance)
  ///       .subscribe(onNext: { print($0) })
  ///     // Prints: [1, 2]
  ///     //         [3]
  ///
  /// If nothing came when `timeSpan` is over, an empty array is sent. The last array is sent when the sequence
  /// completes, even if it is empty.
  /// - Parameter scheduler: measures the time.
  public func buffer(
    timeSpan: RxTimeInterval, count: Int, scheduler: any SchedulerType
  ) -> Observable<[Element]> {
    BufferTimeCount(asObservable()) { BufferTimeCountSink(timeSpan, count, scheduler, $0) }
  }
}

private final class BufferTimeCount<Element>: Operator<Element, [Element]> {}

private final class BufferTimeCountSink<Element>: SerialSink<Element, [Element]> {
  override class var traits: Traits { .withholds(.batch) }

  private let timeSpan: RxTimeInterval
  private let count: Int
  private let timer: SinkTimer
  private let lock = StateLock(())
  // Only touched under the lock. Elements are taken out within a delivery, so that the arrays are sent in order.
  @exclusivity(unchecked) private var elements = ElementQueue<Element>()

  init(_ timeSpan: RxTimeInterval, _ count: Int, _ scheduler: any SchedulerType, _ output: Downstream<[Element]>) {
    self.timeSpan = timeSpan
    self.count = count
    timer = SinkTimer(scheduler)
    super.init(output)
  }

  override func run(_ source: Observable<Element>) -> any DisposableObject {
    start(timer.newTurn())
    return Disposables.create(timer, source.subscribe(self))
  }

  override func on(next element: Element) {
    let isFull = lock.locked {
      elements.append(element)
      return elements.count == count
    }
    if isFull { send { lock.locked { elements.count == count } } }
  }

  override func onCompletion() {
    delivery.withLock {
      endLastTurn()
      forwardOn(next: takeElements())
    }
    finish()
  }

  /// Makes the timer stale, because it must not send an empty array after the last one. Called under the delivery lock.
  private func endLastTurn() { _ = timer.newTurn() }

  /// - Parameter isDue: called under the delivery lock, because the array may have been sent meanwhile.
  private func send(if isDue: () -> Bool) {
    let turn = delivery.withLock { () -> Int? in
      guard isDue() else { return nil }
      let turn = timer.newTurn()
      forwardOn(next: takeElements())
      return turn
    }
    if let turn { start(turn) }
  }

  private func takeElements() -> [Element] {
    var taken = ElementQueue<Element>()
    lock.locked { swap(&elements, &taken) }
    return taken.all
  }

  private func start(_ turn: Int) {
    timer.start(turn, after: timeSpan) { turn in self.send { self.timer.isLatest(turn) } }
  }
}
