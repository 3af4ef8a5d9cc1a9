import Foundation

extension ObservableType {
  /// Elements at least `dueTime` apart: the first, and then, when that time is over, the latest that came meanwhile.
  ///
  ///     _ = positions.throttle(.milliseconds(100), scheduler: MainScheduler.instance).subscribe(onNext: { draw($0) })
  ///     // Draws ten times a second at most.
  ///
  /// Where an element waits when the sequence ends, the end comes after it.
  /// - Parameters:
  ///   - latest: whether the latest element that came too early is sent when the time is over, or is left out as the
  ///     others are.
  ///   - scheduler: measures the time; what waited comes from there.
  public func throttle(
    _ dueTime: RxTimeInterval, latest: Bool = true, scheduler: any SchedulerType
  ) -> Observable<Element> {
    Throttle(source: asObservable(), dueTime: dueTime, sendsLatest: latest, scheduler: scheduler)
  }
}

private final class Throttle<Element>: Producer<Element> {
  private let source: Observable<Element>
  private let dueTime: RxTimeInterval
  private let sendsLatest: Bool
  private let scheduler: any SchedulerType

  init(source: Observable<Element>, dueTime: RxTimeInterval, sendsLatest: Bool, scheduler: any SchedulerType) {
    self.source = source
    self.dueTime = dueTime
    self.sendsLatest = sendsLatest
    self.scheduler = scheduler
  }

  override func run(
    _ observer: EventReceiver<Element>, cancel: SinkDisposer
  ) -> (sink: any DisposableObject, subscription: any DisposableObject) {
    let sink = ThrottleSink(
      dueTime: dueTime, sendsLatest: sendsLatest, scheduler: scheduler, observer: observer, cancel: cancel)
    return (sink, Disposables.create(source.subscribe(sink), sink.timer))
  }
}

private final class ThrottleSink<Element>: Sink<Element, Element>, SynchronizedOnType {
  let lock = RecursiveLock()
  let timer = SerialDisposable()
  private let dueTime: RxTimeInterval
  private let sendsLatest: Bool
  private let scheduler: any SchedulerType
  // Only touched under the lock.
  @exclusivity(unchecked) private var unsent = Slot<Element>()
  @exclusivity(unchecked) private var lastSent: RxTime?
  @exclusivity(unchecked) private var isAtEnd = false

  init(
    dueTime: RxTimeInterval, sendsLatest: Bool, scheduler: any SchedulerType, observer: EventReceiver<Element>,
    cancel: SinkDisposer
  ) {
    self.dueTime = dueTime
    self.sendsLatest = sendsLatest
    self.scheduler = scheduler
    super.init(observer: observer, cancel: cancel)
  }

  override func on(next element: Element) { synchronizedOn(next: element) }

  override func on(error: any Swift.Error) { synchronizedOn(error: error) }

  override func onCompleted() { synchronizedOnCompleted() }

  func onSynchronized(next element: Element) {
    guard let wait = lastSent.map({ dueTime.rest(since: $0, at: scheduler.now) }), !wait.isNow else {
      return send(element)
    }
    guard sendsLatest else { return }
    let isScheduled = unsent.isFull
    unsent.put(element)
    if !isScheduled { schedule(after: wait) }
  }

  func onSynchronized(error: any Swift.Error) { super.on(error: error) }

  func onSynchronizedCompleted() {
    if unsent.isFull {
      isAtEnd = true
    } else {
      super.onCompleted()
    }
  }

  private func schedule(after wait: RxTimeInterval) {
    let holder = SingleAssignmentDisposable()
    timer.replace(with: holder)
    holder.setDisposable(
      scheduler.scheduleRelative((), dueTime: wait) { _ in
        self.synchronized { self.sendUnsent() }
        return Disposables.create()
      })
  }

  private func sendUnsent() {
    if unsent.isFull { send(unsent.take()) }
    if isAtEnd { super.onCompleted() }
  }

  private func send(_ element: Element) {
    unsent.clear()
    forwardOn(next: element)
    // Asked afterwards: what the observer does with the element may take its time.
    lastSent = scheduler.now
  }
}
