import CPlatform
import Foundation

extension ObservableType {
  /// Elements at least `dueTime` apart: the first; then, when that time is over, the latest that came meanwhile.
  ///
  ///     _ = positions.throttle(.milliseconds(100), scheduler: MainScheduler.instance).subscribe(onNext: { draw($0) })
  ///     // Draws ten times a second at most.
  ///
  /// If an element waits when the sequence completes, the completion comes after it.
  /// - Parameters:
  ///   - latest: whether the latest element that came too early is sent when the time is over, or is dropped as the
  ///     others are.
  ///   - scheduler: measures the time, and sends the elements that waited.
  public func throttle(
    _ dueTime: RxTimeInterval, latest: Bool = true, scheduler: any SchedulerType
  ) -> Observable<Element> {
    Throttle(asObservable()) { ThrottleSink(dueTime, sendsLatest: latest, scheduler, $0) }
  }
}

private final class Throttle<Element>: Operator<Element, Element> {}

private enum ThrottleDecision {
  case send
  /// The element waits for the timer, which starts a turn.
  case wait(RxTimeInterval, turn: Int)
  /// The element waits for a running timer or for a delivery on another thread, or it is dropped.
  case nothing
}

private final class ThrottleSink<Element>: SerialSink<Element, Element> {
  override class var traits: Traits { [.holds, .withholds(.rate)] }

  private let dueTime: RxTimeInterval
  private let sendsLatest: Bool
  private let scheduler: any SchedulerType
  private let timer: SinkTimer
  private let lock = StateLock(())
  // Only touched under the lock.
  @exclusivity(unchecked) private var unsent = Slot<Element>()
  @exclusivity(unchecked) private var lastSent: RxTime?
  @exclusivity(unchecked) private var isAtEnd = false
  /// The thread on which an element is being delivered; 0 for none.
  @exclusivity(unchecked) private var deliverer: UInt = 0
  /// Whether an element came from another thread during that delivery.
  @exclusivity(unchecked) private var cameMeanwhile = false

  init(_ dueTime: RxTimeInterval, sendsLatest: Bool, _ scheduler: any SchedulerType, _ output: Downstream<Element>) {
    self.dueTime = dueTime
    self.sendsLatest = sendsLatest
    self.scheduler = scheduler
    timer = SinkTimer(scheduler)
    super.init(output)
  }

  override func run(_ source: Observable<Element>) -> any DisposableObject {
    Disposables.create(source.subscribe(self), timer)
  }

  override func on(next element: Element) {
    let now = scheduler.now
    // `decide` leaves the displaced element in it, which is released after the lock.
    var copy = element
    let decision = lock.locked { decide(&copy, now) }
    switch decision {
    case .send: send(element)
    case .wait(let rest, let turn): sendUnsent(turn, after: rest)
    case .nothing: break
    }
    extendLifetime(copy)
  }

  override func onCompletion() {
    let isOver = lock.locked {
      // An element that the timer has taken out may not have reached the observer yet.
      isAtEnd = unsent.isFull || isBeingDeliveredElsewhere
      return !isAtEnd
    }
    if isOver { finish() }
  }

  /// Decides without the delivery lock, so that no delivery on another thread holds up an element that only waits.
  private func decide(_ element: inout Element, _ now: RxTime) -> ThrottleDecision {
    let isMeanwhile = isBeingDeliveredElsewhere
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
    return isMeanwhile ? .nothing : .wait(rest ?? dueTime, turn: timer.newTurn())
  }

  private func sendUnsent(_ turn: Int, after wait: RxTimeInterval) {
    timer.start(turn, after: wait) { turn in self.sendUnsent(turn) }
  }

  /// A turn begins under the lock together with the element that waits for it. So a stale timer sends nothing; the element
  /// that it would find is not due yet.
  private func sendUnsent(_ turn: Int) {
    let due: Element? = lock.locked {
      guard unsent.isFull, timer.isLatest(turn) else { return nil }
      if isBeingDeliveredElsewhere {
        // The delivery on the other thread starts the timer again when it ends.
        cameMeanwhile = true
        return nil
      }
      deliverer = Self.thisThread
      return unsent.take()
    }
    if let due { send(due) }
  }

  private func send(_ element: Element) {
    forwardSerially(next: element)
    // Read after the delivery, because the observer may take long over the element.
    let now = scheduler.now
    let (turn, isOver) = lock.locked { () -> (Int?, Bool) in
      defer { cameMeanwhile = false }
      lastSent = now
      if deliverer == Self.thisThread { deliverer = 0 }
      return (cameMeanwhile ? timer.newTurn() : nil, isAtEnd && !unsent.isFull)
    }
    if let turn { sendUnsent(turn, after: dueTime) }
    if isOver { finish() }
  }

  private var isBeingDeliveredElsewhere: Bool { deliverer != 0 && deliverer != Self.thisThread }

  private static var thisThread: UInt { UInt(bitPattern: hw_thread_state()) }
}
