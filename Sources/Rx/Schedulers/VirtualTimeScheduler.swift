import Foundation
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

  private final let converter: Converter
  private final let timeline: VirtualTimeline<VirtualTime>

  /// - Parameters:
  ///   - initialClock: the moment that the clock shows at first.
  ///   - converter: defines the clock's ticks.
  public init(initialClock: VirtualTime, converter: Converter) {
    self.converter = converter
    timeline = VirtualTimeline(
      startingAt: initialClock, isBefore: { converter.compareVirtualTime($0, $1) == .lessThan },
      date: { converter.convertFromVirtualTime($0) }, moment: { converter.convertToVirtualTime($0) })
    super.init()
    timeline.begin(for: self)
  }

  deinit { timeline.end() }

  /// The moment that the virtual clock shows.
  public final var clock: VirtualTime { timeline.clock }

  /// The clock's time as a date.
  public var now: RxTime { timeline.now }

  /// Schedules an action for the current moment, which ``adjustScheduledTime(_:)`` may postpone.
  public func schedule<StateType>(
    _ state: StateType, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable {
    scheduleRelative(state, dueTime: .nanoseconds(0), action: action)
  }

  public func scheduleRelative<StateType>(
    _ state: StateType, dueTime: RxTimeInterval, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable {
    timeline.schedule(after: dueTime, adjustedBy: { adjustScheduledTime($0) }, on: self, { action(state) })
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
    timeline.schedule(at: time, on: self) { action(state) }
  }

  /// The moment at which an action that is scheduled for `time` runs: a subclass may postpone it.
  ///
  /// Called by `schedule` and `scheduleRelative`, whose callers use real time.
  open func adjustScheduledTime(_ time: VirtualTime) -> VirtualTime { time }

  /// Runs all actions, including those that are scheduled meanwhile, until none waits or ``stop()`` is called.
  ///
  /// If an action calls it, it does nothing.
  public func start() {
    timeline.start(on: self)
  }

  /// Runs the actions up to and including a moment; then the clock shows that moment.
  ///
  /// Calling it from an action, or with a past moment, is a mistake that stops the program.
  public func advanceTo(_ virtualTime: VirtualTime) {
    timeline.advance(to: virtualTime, on: self)
  }

  /// Advances the clock without running actions. Actions whose moment passes meanwhile run late.
  ///
  /// A negative interval is a mistake that stops the program.
  public func sleep(_ virtualInterval: VirtualTimeInterval) {
    let time = converter.offsetVirtualTime(clock, offset: virtualInterval)
    let isLater = timeline.sleep(until: time)
    precondition(isLater, "sleep(\(virtualInterval)): the interval can't be negative")
    // A recording has the clock's times from actions only.
    if Tracing.isOn { Tracing.scheduledAction(on: self, cause: Tracing.schedule(on: self, at: .whole(time))) {} }
  }

  /// Ends ``start()`` or ``advanceTo(_:)`` after the running action. The other actions stay scheduled.
  public func stop() {
    timeline.stop()
  }

  /// The moment of the next action; nil if none waits.
  package final var nextTime: VirtualTime? { timeline.nextMoment }

  final override var role: ObjectRole { .scheduler }
}

extension VirtualTimeScheduler: CustomDebugStringConvertible {
  /// The moments of the waiting actions, in their order: `[210, 250]`.
  public var debugDescription: String {
    "[" + timeline.waiting.map { "\($0)" }.joined(separator: ", ") + "]"
  }
}
