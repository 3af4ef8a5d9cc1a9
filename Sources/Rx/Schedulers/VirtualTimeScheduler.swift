import CPlatform
import Foundation
import Synchronization
import TraceFormat

/// Runs actions in virtual time: the clock jumps from each action to the next.
///
/// An hour takes only as long as its actions do. The same actions run in the same order every time: sorted by their
/// moment, and for the same moment in the order in which they were scheduled. ``HistoricalScheduler`` has a clock with
/// dates; `RxTest` has a scheduler for tests.
///
/// A scheduler serves one thread at a time. Using it from a second thread while it runs stops the program, because the
/// order of actions would not be defined.
open class VirtualTimeScheduler<Converter: VirtualTimeConverterType>: EngineObject, SchedulerType {
  public typealias VirtualTime = Converter.VirtualTimeUnit
  public typealias VirtualTimeInterval = Converter.VirtualTimeIntervalUnit

  // One thread at a time uses the scheduler, and nothing is called while its variables are read or written.
  /// The moment that the virtual clock shows.
  @exclusivity(unchecked) public private(set) final var clock: VirtualTime

  private final let converter: Converter
  @exclusivity(unchecked) private final var queue: VirtualActionQueue
  @exclusivity(unchecked) private final var lastOrder: UInt64 = 0
  @exclusivity(unchecked) private final var isRunning = false
  /// The thread on which it runs; 0 while it does not.
  private final let runner = Atomic<UInt>(0)

  /// - Parameters:
  ///   - initialClock: the moment that the clock shows at first.
  ///   - converter: defines the clock's ticks.
  public init(initialClock: VirtualTime, converter: Converter) {
    clock = initialClock
    self.converter = converter
    queue = VirtualActionQueue {
      converter.compareVirtualTime(Self.time(of: $0), Self.time(of: $1)) == .lessThan
    }
    super.init()
  }

  /// The clock's time as a date.
  public var now: RxTime { converter.convertFromVirtualTime(clock) }

  /// Schedules an action for the current moment, which ``adjustScheduledTime(_:)`` may postpone.
  public func schedule<StateType>(
    _ state: StateType, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable {
    scheduleRelative(state, dueTime: .nanoseconds(0), action: action)
  }

  public func scheduleRelative<StateType>(
    _ state: StateType, dueTime: RxTimeInterval, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable {
    let time = dueTime.seconds.map { now.addingTimeInterval($0) } ?? .distantFuture
    return scheduleAbsoluteVirtual(
      state, time: adjustScheduledTime(converter.convertToVirtualTime(time)), action: action)
  }

  /// Schedules an action to run `dueTime` after the moment that the clock shows.
  /// - Returns: a handle that cancels the action, or disposes of its result once it has run.
  public func scheduleRelativeVirtual<StateType>(
    _ state: StateType, dueTime: VirtualTimeInterval, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable {
    scheduleAbsoluteVirtual(state, time: converter.offsetVirtualTime(clock, offset: dueTime), action: action)
  }

  /// Schedules an action to run when the clock shows `time`.
  ///
  /// An action for a past moment runs as soon as possible, before the actions for later moments; the clock does not go
  /// back.
  /// - Returns: a handle that cancels the action, or disposes of its result once it has run.
  public func scheduleAbsoluteVirtual<StateType>(
    _ state: StateType, time: VirtualTime, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable {
    ensureOneThread()
    lastOrder += 1
    let cause = Tracing.schedule(on: self, at: .whole(isBefore(time, clock) ? clock : time))
    let waiting = TimedAction(on: self, time: time, order: lastOrder, cause: cause) { action(state) }
    queue.insert(waiting)
    return waiting
  }

  /// The moment at which an action that is scheduled for `time` runs: a subclass may postpone it.
  ///
  /// Called by `schedule` and `scheduleRelative`, whose callers use real time.
  open func adjustScheduledTime(_ time: VirtualTime) -> VirtualTime { time }

  /// Runs all actions, including those that are scheduled meanwhile, until none waits or ``stop()`` is called.
  ///
  /// If an action calls it, it does nothing.
  public func start() {
    guard !isRunning else { return }
    run { _ in true }
  }

  /// Runs the actions up to and including a moment; then the clock shows that moment.
  ///
  /// Calling it from an action, or with a past moment, is a mistake that stops the program.
  public func advanceTo(_ virtualTime: VirtualTime) {
    precondition(!isRunning, "advanceTo(\(virtualTime)) was called by an action: call it after the run")
    precondition(
      !isBefore(virtualTime, clock), "advanceTo(\(virtualTime)): time can't go back, and the clock shows \(clock)")
    run { !isBefore(virtualTime, $0) }
    moveClock(to: virtualTime)
  }

  /// Advances the clock without running actions. Actions whose moment passes meanwhile run late.
  ///
  /// A negative interval is a mistake that stops the program.
  public func sleep(_ virtualInterval: VirtualTimeInterval) {
    ensureOneThread()
    let time = converter.offsetVirtualTime(clock, offset: virtualInterval)
    precondition(!isBefore(time, clock), "sleep(\(virtualInterval)): the interval can't be negative")
    clock = time
    // A recording has the clock's times from actions only.
    if Tracing.isOn { Tracing.scheduledAction(on: self, cause: Tracing.schedule(on: self, at: .whole(time))) {} }
  }

  /// Ends ``start()`` or ``advanceTo(_:)`` after the running action. The other actions stay scheduled.
  public func stop() {
    ensureOneThread()
    isRunning = false
  }

  /// The moment of the next action; nil if none waits.
  package final var nextTime: VirtualTime? { queue.first().map { Self.time(of: $0) } }

  /// The moment of an action of this scheduler's.
  fileprivate static func time(of action: VirtualAction) -> VirtualTime {
    unsafeDowncast(action, to: TimedAction<VirtualTime>.self).time
  }

  private final func run(while isDue: (VirtualTime) -> Bool) {
    ensureOneThread()
    isRunning = true
    runner.store(Self.thisThread, ordering: .relaxed)
    defer {
      isRunning = false
      runner.store(0, ordering: .relaxed)
    }
    while isRunning, let next = queue.first() {
      let time = Self.time(of: next)
      guard isDue(time) else { return }
      queue.removeFirst()
      moveClock(to: time)
      next.run { action in
        Tracing.scheduledAction(on: self, cause: next.cause, action)
      }
    }
  }

  /// Advances the clock. It may be past `time` already, because an action can run late.
  @inline(__always)
  private final func moveClock(to time: VirtualTime) {
    if isBefore(clock, time) { clock = time }
  }

  private final func isBefore(_ lhs: VirtualTime, _ rhs: VirtualTime) -> Bool {
    converter.compareVirtualTime(lhs, rhs) == .lessThan
  }

  private final func ensureOneThread() {
    let running = runner.load(ordering: .relaxed)
    precondition(
      running == 0 || running == Self.thisThread,
      "a virtual time scheduler was used from a second thread while it runs: use it from one thread only")
  }

  /// The address of a thread's own storage identifies the thread while it lives.
  private static var thisThread: UInt { UInt(bitPattern: hw_thread_state()) }

  final override var role: ObjectRole { .scheduler }
}

extension VirtualTimeScheduler: CustomDebugStringConvertible {
  /// The moments of the waiting actions, in their order: `[210, 250]`.
  public var debugDescription: String {
    "[" + queue.waiting.map { "\(Self.time(of: $0))" }.joined(separator: ", ") + "]"
  }
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
