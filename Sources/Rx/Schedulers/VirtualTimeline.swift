import CPlatform
import Foundation
import Synchronization

/// The clock of a virtual time scheduler, and the actions that wait for its moments.
///
/// Apart from the scheduler, which is generic in the converter: its methods would ask the runtime for the type of a moment
/// each time. See "Nothing whose type depends on the element" in content/beyond/speed.md.
final class VirtualTimeline<Moment> {
  /// Whether the first moment comes before the second.
  let isBefore: (Moment, Moment) -> Bool
  private let date: (Moment) -> RxTime
  private let moment: (RxTime) -> Moment
  /// Kept, because it would be looked up for every action.
  private let actionType = TimedAction<Moment>.self
  /// Nil once the scheduler has been freed. Not weak: "No weak references" in content/beyond/speed.md.
  unowned(unsafe) private(set) var scheduler: EngineObject?

  // One thread at a time uses the scheduler, and nothing is called while its variables are read or written.
  @exclusivity(unchecked) private(set) var clock: Moment
  @exclusivity(unchecked) private var queue = VirtualActionQueue()
  @exclusivity(unchecked) private var lastOrder: UInt64 = 0
  @exclusivity(unchecked) private var isRunning = false
  /// The thread on which it runs; 0 while it does not.
  private let runner = Atomic<UInt>(0)

  /// - Parameters:
  ///   - date: a moment's date.
  ///   - moment: the moment nearest to a date.
  init(
    startingAt clock: Moment, isBefore: @escaping (Moment, Moment) -> Bool, date: @escaping (Moment) -> RxTime,
    moment: @escaping (RxTime) -> Moment
  ) {
    self.clock = clock
    self.isBefore = isBefore
    self.date = date
    self.moment = moment
  }

  /// Called once, before anything is scheduled.
  func begin(for scheduler: EngineObject) { self.scheduler = scheduler }

  /// Called when the scheduler is freed. Releases the actions, which hold this object.
  func end() {
    scheduler = nil
    queue = VirtualActionQueue()
  }

  /// The clock's time as a date.
  var now: RxTime { date(clock) }

  /// The moment of the next action; nil if none waits.
  var nextMoment: Moment? { queue.first().map { timed($0).moment } }

  /// The moments of the waiting actions, in their order.
  var waiting: [Moment] { queue.waiting.map { timed($0).moment } }

  /// Schedules an action for a moment.
  func schedule(
    at moment: Moment, on scheduler: EngineObject, _ action: @escaping () -> any Disposable
  ) -> any DisposableObject {
    ensureOneThread()
    lastOrder += 1
    let cause = Tracing.schedule(on: scheduler, at: .whole(isBefore(moment, clock) ? clock : moment))
    let waiting = actionType.init(on: self, at: moment, order: lastOrder, cause: cause, action: action)
    queue.insert(waiting)
    return waiting
  }

  /// Schedules an action for the moment which `adjust` makes of that after a time.
  func schedule(
    after dueTime: RxTimeInterval, adjustedBy adjust: (Moment) -> Moment, on scheduler: EngineObject,
    _ action: @escaping () -> any Disposable
  ) -> any DisposableObject {
    let due = dueTime.seconds.map { now.addingTimeInterval($0) } ?? .distantFuture
    return schedule(at: adjust(moment(due)), on: scheduler, action)
  }

  /// Runs all actions until none waits or ``stop()`` is called.
  func start(on scheduler: EngineObject) {
    if !isRunning { run(on: scheduler) { _ in true } }
  }

  /// Runs the actions up to and including a moment, and sets the clock to it.
  func advance(to moment: Moment, on scheduler: EngineObject) {
    precondition(!isRunning, "advanceTo(\(moment)) was called by an action: call it after the run")
    precondition(!isBefore(moment, clock), "advanceTo(\(moment)): time can't go back, and the clock shows \(clock)")
    run(on: scheduler) { !isBefore(moment, $0) }
    moveClock(to: moment)
  }

  /// Sets the clock to a moment without running actions. False if that is in the past.
  func sleep(until moment: Moment) -> Bool {
    ensureOneThread()
    guard !isBefore(moment, clock) else { return false }
    clock = moment
    return true
  }

  /// Ends the run after the running action.
  func stop() {
    ensureOneThread()
    isRunning = false
  }

  private func run(on scheduler: EngineObject, while isDue: (Moment) -> Bool) {
    ensureOneThread()
    isRunning = true
    runner.store(Self.thisThread, ordering: .relaxed)
    defer {
      isRunning = false
      runner.store(0, ordering: .relaxed)
    }
    while isRunning, let next = queue.first() {
      let action = timed(next)
      guard isDue(action.moment) else { return }
      queue.removeFirst()
      moveClock(to: action.moment)
      action.run { Tracing.scheduledAction(on: scheduler, cause: action.cause, $0) }
    }
  }

  /// Advances the clock. It may be past `moment` already, because an action can run late.
  @inline(__always)
  private func moveClock(to moment: Moment) {
    if isBefore(clock, moment) { clock = moment }
  }

  @inline(__always)
  private func timed(_ action: VirtualAction) -> TimedAction<Moment> {
    unsafeDowncast(action, to: TimedAction<Moment>.self)
  }

  private func ensureOneThread() {
    let running = runner.load(ordering: .relaxed)
    precondition(
      running == 0 || running == Self.thisThread,
      "a virtual time scheduler was used from a second thread while it runs: use it from one thread only")
  }

  /// The address of a thread's own storage identifies the thread while it lives.
  private static var thisThread: UInt { UInt(bitPattern: hw_thread_state()) }
}

extension DispatchTimeInterval {
  /// The length in seconds; nil for `never`.
  fileprivate var seconds: TimeInterval? {
    switch self {
    case .seconds(let count): TimeInterval(count)
    case .milliseconds(let count): TimeInterval(count) / 1e3
    case .microseconds(let count): TimeInterval(count) / 1e6
    case .nanoseconds(let count): TimeInterval(count) / 1e9
    case .never: nil
    @unknown default: nil
    }
  }
}
