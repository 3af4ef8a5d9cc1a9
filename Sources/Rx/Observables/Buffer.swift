extension ObservableType {
  /// Elements in arrays, each sent when it holds `count` elements or when `timeSpan` is over.
  ///
  ///     _ = Observable.of(1, 2, 3).buffer(timeSpan: .seconds(1), count: 2, scheduler: MainScheduler.instance)
  ///       .subscribe(onNext: { print($0) })
  ///     // Prints: [1, 2]
  ///     //         [3]
  ///
  /// The last one is sent when the sequence ends, be it empty; so are those during whose time nothing came.
  /// - Parameter scheduler: measures the time.
  public func buffer(
    timeSpan: RxTimeInterval, count: Int, scheduler: any SchedulerType
  ) -> Observable<[Element]> {
    BufferTimeCount(source: asObservable(), timeSpan: timeSpan, count: count, scheduler: scheduler)
  }
}

private final class BufferTimeCount<Element>: Producer<[Element]> {
  private let source: Observable<Element>
  private let timeSpan: RxTimeInterval
  private let count: Int
  private let scheduler: any SchedulerType

  init(source: Observable<Element>, timeSpan: RxTimeInterval, count: Int, scheduler: any SchedulerType) {
    self.source = source
    self.timeSpan = timeSpan
    self.count = count
    self.scheduler = scheduler
  }

  override func run(
    _ observer: EventReceiver<[Element]>, cancel: SinkDisposer
  ) -> (sink: any DisposableObject, subscription: any DisposableObject) {
    let sink = BufferTimeCountSink<Element>(
      timeSpan: timeSpan, count: count, scheduler: scheduler, observer: observer, cancel: cancel)
    return (sink, sink.run(source))
  }
}

private final class BufferTimeCountSink<Element>: SerialSink<Element, [Element]> {
  private let timeSpan: RxTimeInterval
  private let count: Int
  private let scheduler: any SchedulerType
  private let timer = SerialDisposable()
  private let lock = StateLock(())
  // Only touched under the lock. Elements are taken out under the delivery lock as well, so that arrays stay in order.
  @exclusivity(unchecked) private var elements = ElementQueue<Element>()
  @exclusivity(unchecked) private var number = 0

  init(
    timeSpan: RxTimeInterval, count: Int, scheduler: any SchedulerType, observer: EventReceiver<[Element]>,
    cancel: SinkDisposer
  ) {
    self.timeSpan = timeSpan
    self.count = count
    self.scheduler = scheduler
    super.init(observer: observer, cancel: cancel)
  }

  func run(_ source: Observable<Element>) -> any DisposableObject {
    startTimer(0)
    return Disposables.create(timer, source.subscribe(self))
  }

  override func on(next element: Element) {
    let isFull = lock.locked {
      elements.append(element)
      return elements.count == count
    }
    if isFull { sendAndBeginAnew { elements.count == count } }
  }

  override func onCompleted() {
    delivery.withLock { forwardOn(next: takeElements()) }
    super.onCompleted()
  }

  /// - Parameter isDue: asked under both locks, because time or number may have been first meanwhile.
  private func sendAndBeginAnew(if isDue: () -> Bool) {
    let begun = delivery.withLock { () -> Int? in
      guard lock.locked(isDue) else { return nil }
      let begun = lock.locked { beginAnew() }
      forwardOn(next: takeElements())
      return begun
    }
    if let begun { startTimer(begun) }
  }

  private func beginAnew() -> Int {
    number &+= 1
    return number
  }

  private func takeElements() -> [Element] {
    var taken = ElementQueue<Element>()
    lock.locked { swap(&elements, &taken) }
    return taken.all
  }

  private func timeIsUp(_ number: Int) {
    sendAndBeginAnew { number == self.number }
  }

  private var latestNumber: Int { lock.locked { number } }

  /// Another one may have been begun meanwhile, by the source or from within the delivery: the timer is that one's.
  private func startTimer(_ begun: Int) {
    var number = begun
    while number == latestNumber, !timer.isDisposed {
      let holder = SingleAssignmentDisposable()
      timer.replace(with: holder)
      holder.setDisposable(
        scheduler.scheduleRelative(number, dueTime: timeSpan) { number in
          self.timeIsUp(number)
          return Disposables.create()
        })
      if number == latestNumber { return }
      number = latestNumber
    }
  }
}
