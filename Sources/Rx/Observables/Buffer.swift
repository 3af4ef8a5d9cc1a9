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

private final class BufferTimeCountSink<Element>: Sink<Element, [Element]>, SynchronizedOnType {
  let lock = RecursiveLock()
  private let timeSpan: RxTimeInterval
  private let count: Int
  private let scheduler: any SchedulerType
  private let timer = SerialDisposable()
  // Only touched under the lock.
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
    startTimer()
    return Disposables.create(timer, source.subscribe(self))
  }

  override func on(next element: Element) { synchronizedOn(next: element) }

  override func on(error: any Swift.Error) { synchronizedOn(error: error) }

  override func onCompleted() { synchronizedOnCompleted() }

  func onSynchronized(next element: Element) {
    elements.append(element)
    if elements.count == count { sendAndBeginAnew() }
  }

  func onSynchronized(error: any Swift.Error) { super.on(error: error) }

  func onSynchronizedCompleted() {
    forwardOn(next: elements.all)
    super.onCompleted()
  }

  private func sendAndBeginAnew() {
    number &+= 1
    let begun = number
    let full = elements.all
    elements.removeAll()
    forwardOn(next: full)
    // The observer may have sent so much from within the delivery that the next one is full already.
    if number == begun { startTimer() }
  }

  private func startTimer() {
    guard !timer.isDisposed else { return }
    let holder = SingleAssignmentDisposable()
    timer.replace(with: holder)
    holder.setDisposable(
      scheduler.scheduleRelative(number, dueTime: timeSpan) { number in
        self.synchronized { if number == self.number { self.sendAndBeginAnew() } }
        return Disposables.create()
      })
  }
}
