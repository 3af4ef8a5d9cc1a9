import Foundation

/// A length of time for a scheduler.
public typealias RxTimeInterval = DispatchTimeInterval

/// A moment on a scheduler's clock.
public typealias RxTime = Date

/// A scheduler that has a clock and can run actions later.
public protocol SchedulerType: ImmediateSchedulerType {
  /// The scheduler's current time.
  var now: RxTime { get }

  /// Schedules an action to run after `dueTime`.
  /// - Returns: a handle that cancels the action.
  func scheduleRelative<StateType>(
    _ state: StateType, dueTime: RxTimeInterval, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable

  /// Schedules an action to run after `startAfter`, and then again every `period`.
  /// - Parameter action: gets the state that its previous turn returned.
  /// - Returns: a handle that ends the series.
  func schedulePeriodic<StateType>(
    _ state: StateType, startAfter: RxTimeInterval, period: RxTimeInterval,
    action: @escaping (StateType) -> StateType
  ) -> any Disposable
}

extension SchedulerType {
  /// Schedules an action to run after `startAfter`, and then again every `period`: each turn schedules the next one.
  public func schedulePeriodic<StateType>(
    _ state: StateType, startAfter: RxTimeInterval, period: RxTimeInterval,
    action: @escaping (StateType) -> StateType
  ) -> any Disposable {
    let series = PeriodicSeries(scheduler: self, period: period, state: state, action: action)
    return series.start(after: startAfter)
  }
}

/// An action that runs periodically on a scheduler without periodic timers.
private final class PeriodicSeries<State> {
  private let scheduler: any SchedulerType
  private let period: RxTimeInterval
  private let action: (State) -> State
  private let next = SerialDisposable()
  private var state: State

  init(scheduler: any SchedulerType, period: RxTimeInterval, state: State, action: @escaping (State) -> State) {
    self.scheduler = scheduler
    self.period = period
    self.state = state
    self.action = action
  }

  func start(after delay: RxTimeInterval) -> any Disposable {
    schedule(after: delay)
    return next
  }

  private func schedule(after delay: RxTimeInterval) {
    next.disposable = scheduler.scheduleRelative((), dueTime: delay) { _ in
      // The action may be about to run when it is disposed.
      guard !self.next.isDisposed else { return Disposables.create() }
      self.schedule(after: self.period)
      self.state = self.action(self.state)
      return Disposables.create()
    }
  }
}
