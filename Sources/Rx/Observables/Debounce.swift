extension ObservableType {
  /// Each element that no other one follows within `dueTime`, when that time is over.
  ///
  ///     _ = typing.debounce(.milliseconds(300), scheduler: MainScheduler.instance).subscribe(onNext: { search($0) })
  ///     // Searches when nothing has been typed for 300 ms.
  ///
  /// The last element is sent at once when the sequence ends.
  /// - Parameter scheduler: measures the time; the elements come from there.
  public func debounce(_ dueTime: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element> {
    Debounce(source: asObservable(), dueTime: dueTime, scheduler: scheduler)
  }
}

private final class Debounce<Element>: Producer<Element> {
  private let source: Observable<Element>
  private let dueTime: RxTimeInterval
  private let scheduler: any SchedulerType

  init(source: Observable<Element>, dueTime: RxTimeInterval, scheduler: any SchedulerType) {
    self.source = source
    self.dueTime = dueTime
    self.scheduler = scheduler
  }

  override func run(
    _ observer: EventReceiver<Element>, cancel: SinkDisposer
  ) -> (sink: any DisposableObject, subscription: any DisposableObject) {
    let sink = DebounceSink(dueTime: dueTime, scheduler: scheduler, observer: observer, cancel: cancel)
    return (sink, Disposables.create(source.subscribe(sink), sink.timer))
  }
}

private final class DebounceSink<Element>: Sink<Element, Element>, SynchronizedOnType {
  let lock = RecursiveLock()
  let timer = SerialDisposable()
  private let dueTime: RxTimeInterval
  private let scheduler: any SchedulerType
  // Only touched under the lock.
  @exclusivity(unchecked) private var latest = Slot<Element>()
  @exclusivity(unchecked) private var number: UInt64 = 0

  init(
    dueTime: RxTimeInterval, scheduler: any SchedulerType, observer: EventReceiver<Element>, cancel: SinkDisposer
  ) {
    self.dueTime = dueTime
    self.scheduler = scheduler
    super.init(observer: observer, cancel: cancel)
  }

  override func on(next element: Element) { synchronizedOn(next: element) }

  override func on(error: any Swift.Error) { synchronizedOn(error: error) }

  override func onCompleted() { synchronizedOnCompleted() }

  func onSynchronized(next element: Element) {
    latest.put(element)
    number &+= 1
    let holder = SingleAssignmentDisposable()
    timer.replace(with: holder)
    holder.setDisposable(
      scheduler.scheduleRelative(number, dueTime: dueTime) { number in
        self.synchronized { self.send(number) }
        return Disposables.create()
      })
  }

  func onSynchronized(error: any Swift.Error) { super.on(error: error) }

  func onSynchronizedCompleted() {
    if latest.isFull { forwardOn(next: latest.take()) }
    super.onCompleted()
  }

  /// A timer that was replaced may fire nonetheless, when it waited for the lock meanwhile.
  private func send(_ number: UInt64) {
    if number == self.number && latest.isFull { forwardOn(next: latest.take()) }
  }
}
