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

private final class DebounceSink<Element>: SerialSink<Element, Element> {
  let timer = SerialDisposable()
  private let dueTime: RxTimeInterval
  private let scheduler: any SchedulerType
  private let lock = StateLock(())
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

  override func on(next element: Element) {
    let number = keep(element)
    let holder = SingleAssignmentDisposable()
    timer.replace(with: holder)
    holder.setDisposable(
      scheduler.scheduleRelative(number, dueTime: dueTime) { number in
        self.delivery.withLock { self.send { $0 == number } }
        return Disposables.create()
      })
  }

  override func onCompleted() {
    delivery.withLock { send { _ in true } }
    super.onCompleted()
  }

  private func keep(_ element: Element) -> UInt64 {
    var displaced = element
    defer { withExtendedLifetime(displaced) {} }
    return lock.locked {
      latest.exchange(&displaced)
      number &+= 1
      return number
    }
  }

  /// Sends the latest element, if its number is right: a timer that was replaced may fire nonetheless, when it waited
  /// for the delivery of another one. Called under the delivery lock, without which nobody takes an element out.
  private func send(if isRight: (UInt64) -> Bool) {
    guard lock.locked({ latest.isFull && isRight(number) }) else { return }
    forwardOn(next: lock.locked { latest.take() })
  }
}
