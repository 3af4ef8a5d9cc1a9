import Foundation

/// A length of time, as schedulers take it.
public typealias RxTimeInterval = DispatchTimeInterval

/// A moment, as schedulers know it.
public typealias RxTime = Date

/// A scheduler that has a clock and can run actions later.
public protocol SchedulerType: ImmediateSchedulerType {
  /// The scheduler's own idea of the present.
  var now: RxTime { get }

  /// Hands over an action to be run after `dueTime`.
  /// - Returns: a handle that cancels the action.
  func scheduleRelative<StateType>(
    _ state: StateType, dueTime: RxTimeInterval, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable

  /// Hands over an action to be run after `startAfter`, and then again every `period`.
  /// - Parameter action: gets the state that its turn before returned.
  /// - Returns: a handle that ends the series.
  func schedulePeriodic<StateType>(
    _ state: StateType, startAfter: RxTimeInterval, period: RxTimeInterval,
    action: @escaping (StateType) -> StateType
  ) -> any Disposable
}

extension SchedulerType {
  /// The default: each turn is scheduled when the one before begins, `period` later.
  public func schedulePeriodic<StateType>(
    _ state: StateType, startAfter: RxTimeInterval, period: RxTimeInterval,
    action: @escaping (StateType) -> StateType
  ) -> any Disposable {
    let series = PeriodicSeries(scheduler: self, period: period, state: state, action: action)
    return series.start(after: startAfter)
  }
}

/// An action that runs again and again on a scheduler that has no timers of its own.
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
      self.schedule(after: self.period)
      self.state = self.action(self.state)
      return Disposables.create()
    }
  }
}
