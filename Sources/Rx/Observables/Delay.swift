import Foundation

extension ObservableType {
  /// The sequence's elements and its end, each `dueTime` later. An error is not delayed.
  ///
  ///     _ = Observable.just(1).delay(.seconds(2), scheduler: MainScheduler.instance).subscribe(onNext: { print($0) })
  ///     // Prints after two seconds: 1
  ///
  /// - Parameter scheduler: measures the time; the events come from there.
  public func delay(_ dueTime: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element> {
    Delay(source: asObservable(), dueTime: dueTime, scheduler: scheduler)
  }
}

private final class Delay<Element>: Producer<Element> {
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
    let sink = DelaySink(dueTime: dueTime, scheduler: scheduler, observer: observer, cancel: cancel)
    return (sink, sink.run(source))
  }
}

/// Elements wait in a queue that one action at a time works off, because the scheduler may run several at once.
private final class DelaySink<Element>: Sink<Element, Element> {
  private let lock = StateLock(())
  private let dueTime: RxTimeInterval
  private let scheduler: any SchedulerType
  private let sourceSubscription = SingleAssignmentDisposable()
  private let timer = SerialDisposable()
  // Only touched under the lock. There is a time for each element that waits, and one for the end.
  @exclusivity(unchecked) private var elements = ElementQueue<Element>()
  @exclusivity(unchecked) private var times = ElementQueue<RxTime>()
  @exclusivity(unchecked) private var error: (any Swift.Error)?
  @exclusivity(unchecked) private var isScheduled = false
  @exclusivity(unchecked) private var isDelivering = false

  init(
    dueTime: RxTimeInterval, scheduler: any SchedulerType, observer: EventReceiver<Element>, cancel: SinkDisposer
  ) {
    self.dueTime = dueTime
    self.scheduler = scheduler
    super.init(observer: observer, cancel: cancel)
  }

  func run(_ source: Observable<Element>) -> any DisposableObject {
    sourceSubscription.setDisposable(source.subscribe(self))
    return Disposables.create(sourceSubscription, timer)
  }

  override func on(next element: Element) {
    enqueue { elements.append(element) }
  }

  override func onCompleted() {
    sourceSubscription.dispose()
    enqueue {}
  }

  /// What is being delivered on another thread comes first; what waits does not come any more.
  override func on(error: any Swift.Error) {
    sourceSubscription.dispose()
    let isFree = lock.locked {
      self.error = error
      return !isDelivering
    }
    if isFree { super.on(error: error) }
  }

  private func enqueue(_ keep: () -> Void) {
    let now = scheduler.now
    let isFirst = lock.locked {
      keep()
      times.append(now)
      defer { isScheduled = true }
      return !isScheduled
    }
    if isFirst { schedule(after: dueTime) }
  }

  private func schedule(after wait: RxTimeInterval) {
    let holder = SingleAssignmentDisposable()
    timer.replace(with: holder)
    holder.setDisposable(
      scheduler.scheduleRelative((), dueTime: wait) { _ in
        self.deliverOne()
        return Disposables.create()
      })
  }

  private func deliverOne() {
    guard lock.locked({ beginDelivery() }) else { return }
    if let element = lock.locked({ elements.isEmpty ? nil : elements.removeFirst() }) {
      forwardOn(next: element)
    } else {
      return super.onCompleted()
    }
    let (error, next) = lock.locked { endDelivery() }
    if let error { return super.on(error: error) }
    if let next { schedule(after: dueTime.rest(since: next, at: scheduler.now)) }
  }

  private func beginDelivery() -> Bool {
    guard error == nil else { return false }
    isDelivering = true
    _ = times.removeFirst()
    return true
  }

  /// - Returns: the error that came meanwhile, and when the next event came.
  private func endDelivery() -> (error: (any Swift.Error)?, next: RxTime?) {
    isDelivering = false
    isScheduled = !times.isEmpty
    return (error, times.first)
  }
}
