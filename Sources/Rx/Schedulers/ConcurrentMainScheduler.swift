import Foundation
import TraceFormat

/// Runs actions on the main queue; at once if the caller is on it already, even before actions that wait.
///
/// Made for `subscribe(on:)`. To deliver events, use ``MainScheduler``, which keeps their order.
public final class ConcurrentMainScheduler: EngineObject, SchedulerType, @unchecked Sendable {
  public override class var traits: Traits { .main }

  public typealias TimeInterval = Foundation.TimeInterval
  public typealias Time = Date

  /// The shared instance.
  public static let instance = ConcurrentMainScheduler()

  private let configuration = DispatchQueueConfiguration(queue: .main, leeway: .nanoseconds(0))

  private override init() { super.init() }

  public var now: RxTime { Date() }

  public func schedule<StateType>(
    _ state: StateType, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable {
    guard MainScheduler.isCurrent else { return configuration.schedule(state, on: self, action: action) }
    return Tracing.call(.schedule, on: self) {
      Tracing.call(.scheduledAction, on: self) { action(state) }
    }
  }

  public func scheduleRelative<StateType>(
    _ state: StateType, dueTime: RxTimeInterval, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable {
    configuration.scheduleRelative(state, dueTime: dueTime, on: self, action: action)
  }

  public func schedulePeriodic<StateType>(
    _ state: StateType, startAfter: RxTimeInterval, period: RxTimeInterval,
    action: @escaping (StateType) -> StateType
  ) -> any Disposable {
    configuration.schedulePeriodic(state, startAfter: startAfter, period: period, on: self, action: action)
  }

  override var role: ObjectRole { .scheduler }
}
