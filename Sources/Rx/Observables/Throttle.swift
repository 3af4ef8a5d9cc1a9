import CPlatform
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

/// What becomes of an element, as the time says.
private enum ThrottleDecision {
  case send
  case wait(RxTimeInterval)
  /// It waits for a timer that runs already or a delivery on another thread, or is left out.
  case nothing
}

private final class ThrottleSink<Element>: SerialSink<Element, Element> {
  let timer = SerialDisposable()
  private let dueTime: RxTimeInterval
  private let sendsLatest: Bool
  private let scheduler: any SchedulerType
  private let lock = StateLock(())
  // Only touched under the lock.
  @exclusivity(unchecked) private var unsent = Slot<Element>()
  @exclusivity(unchecked) private var lastSent: RxTime?
  @exclusivity(unchecked) private var isAtEnd = false
  /// The thread on which an element is being delivered; 0 for none.
  @exclusivity(unchecked) private var deliverer: UInt = 0
  /// Whether an element came from another thread during that.
  @exclusivity(unchecked) private var cameMeanwhile = false

  init(
    dueTime: RxTimeInterval, sendsLatest: Bool, scheduler: any SchedulerType, observer: EventReceiver<Element>,
    cancel: SinkDisposer
  ) {
    self.dueTime = dueTime
    self.sendsLatest = sendsLatest
    self.scheduler = scheduler
    super.init(observer: observer, cancel: cancel)
  }

  override func on(next element: Element) {
    let now = scheduler.now
    // Afterwards it holds the displaced element, which is released without the lock.
    var copy = element
    let decision = lock.locked { decide(&copy, now) }
    switch decision {
    case .send: send(element)
    case .wait(let rest): schedule(after: rest)
    case .nothing: break
    }
    withExtendedLifetime(copy) {}
  }

  override func onCompleted() {
    let isOver = lock.locked {
      isAtEnd = unsent.isFull
      return !isAtEnd
    }
    if isOver { super.onCompleted() }
  }

  /// An element that only waits does not wait for a delivery on another thread.
  private func decide(_ element: inout Element, _ now: RxTime) -> ThrottleDecision {
    let isMeanwhile = deliverer != 0 && deliverer != Self.thisThread
    let rest = lastSent.map { dueTime.rest(since: $0, at: now) }
    if !isMeanwhile, rest?.isNow ?? true {
      deliverer = Self.thisThread
      if unsent.isFull { element = unsent.take() }
      return .send
    }
    guard sendsLatest else { return .nothing }
    let isScheduled = unsent.isFull
    unsent.exchange(&element)
    guard !isScheduled else { return .nothing }
    if isMeanwhile { cameMeanwhile = true }
    return isMeanwhile ? .nothing : .wait(rest ?? dueTime)
  }

  private func schedule(after wait: RxTimeInterval) {
    let holder = SingleAssignmentDisposable()
    timer.replace(with: holder)
    holder.setDisposable(
      scheduler.scheduleRelative((), dueTime: wait) { _ in
        self.sendUnsent()
        return Disposables.create()
      })
  }

  private func sendUnsent() {
    let isDue = lock.locked {
      if unsent.isFull { deliverer = Self.thisThread }
      return unsent.isFull
    }
    if isDue { send(lock.locked { unsent.take() }) }
    if lock.locked({ isAtEnd && !unsent.isFull }) { super.onCompleted() }
  }

  private func send(_ element: Element) {
    forwardSerially(next: element)
    // Asked afterwards: what the observer does with the element may take its time.
    let now = scheduler.now
    let isLeft = lock.locked {
      defer { cameMeanwhile = false }
      lastSent = now
      deliverer = 0
      return cameMeanwhile
    }
    if isLeft { schedule(after: dueTime) }
  }

  private static var thisThread: UInt { UInt(bitPattern: hw_thread_state()) }
}
