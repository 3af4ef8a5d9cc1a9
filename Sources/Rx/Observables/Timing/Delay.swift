import Foundation

extension ObservableType {
  /// The sequence's elements and its completion, each `dueTime` later. An error is not delayed.
  ///
  ///     _ = Observable.just(1).delay(.seconds(2), scheduler: MainScheduler.instance).subscribe(onNext: { print($0) })
  ///     // Prints after two seconds: 1
  ///
  /// - Parameter scheduler: measures the time, and sends the events.
  @inlinable
  public func delay(_ dueTime: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element> {
    Delay(asObservable()) { DelaySink(dueTime, scheduler, $0) }
  }
}

@usableFromInline
final class Delay<Element>: Operator<Element, Element> {}

/// Elements wait in a queue, which one action at a time empties, because the scheduler may run several at once. The next
/// action is scheduled after the delivery before it, so there is no stale one while the subscription lasts.
@usableFromInline
final class DelaySink<Element>: Sink<Element, Element> {
  override class var traits: Traits { [.holds, .withholds(.queue)] }

  private let dueTime: RxTimeInterval
  private let scheduler: any SchedulerType
  private let sourceSubscription = SingleAssignmentDisposable()
  private let timer: SinkTimer
  private let lock = StateLock(())
  // Only touched under the lock. There is a time for each element that waits, and one for the completion.
  @exclusivity(unchecked) private var elements = ElementQueue<Element>()
  @exclusivity(unchecked) private var times = ElementQueue<RxTime>()
  @exclusivity(unchecked) private var error: (any Swift.Error)?
  @exclusivity(unchecked) private var isScheduled = false
  @exclusivity(unchecked) private var isDelivering = false

  @usableFromInline
  init(_ dueTime: RxTimeInterval, _ scheduler: any SchedulerType, _ output: Downstream<Element>) {
    self.dueTime = dueTime
    self.scheduler = scheduler
    timer = SinkTimer(scheduler)
    super.init(output)
  }

  override func run(_ source: Observable<Element>) -> any DisposableObject {
    sourceSubscription.setDisposable(source.subscribe(self))
    return Disposables.create(sourceSubscription, timer)
  }

  override func on(next element: Element) {
    enqueue { elements.append(element) }
  }

  override func onCompletion() {
    sourceSubscription.dispose()
    enqueue {}
  }

  /// Drops the elements that wait. If another thread is delivering one, the error follows it.
  override func on(error: any Swift.Error) {
    sourceSubscription.dispose()
    let isFree = lock.locked {
      self.error = error
      return !isDelivering
    }
    if isFree { fail(error) }
  }

  private func enqueue(_ keep: () -> Void) {
    let now = scheduler.now
    let isFirst = lock.locked {
      keep()
      times.append(now)
      defer { isScheduled = true }
      return !isScheduled
    }
    if isFirst { deliverNext(after: dueTime) }
  }

  private func deliverNext(after wait: RxTimeInterval) {
    timer.restart(after: wait) { _ in self.deliverNext() }
  }

  private func deliverNext() {
    guard lock.locked({ beginDelivery() }) else { return }
    if lock.locked({ elements.isEmpty }) { return finish() }
    forwardOn(next: lock.locked { elements.removeFirst() })
    let (error, next) = lock.locked { endDelivery() }
    if let error { return fail(error) }
    if let next { deliverNext(after: dueTime.rest(since: next, at: scheduler.now)) }
  }

  private func beginDelivery() -> Bool {
    guard error == nil else { return false }
    isDelivering = true
    _ = times.removeFirst()
    return true
  }

  /// - Returns: an error that came meanwhile, and the time at which the next waiting event came.
  private func endDelivery() -> (error: (any Swift.Error)?, next: RxTime?) {
    isDelivering = false
    isScheduled = !times.isEmpty
    return (error, isScheduled ? times.first : nil)
  }
}
