import Dispatch
import Foundation
import TraceFormat

/// Runs actions on a concurrent dispatch queue, several at once.
public final class ConcurrentDispatchQueueScheduler: EngineObject, SchedulerType, @unchecked Sendable {
  public typealias TimeInterval = Foundation.TimeInterval
  public typealias Time = Date

  private let configuration: DispatchQueueConfiguration

  /// - Parameters:
  ///   - queue: runs the actions.
  ///   - leeway: how late a timer may fire to save power.
  public init(queue: DispatchQueue, leeway: DispatchTimeInterval = .nanoseconds(0)) {
    configuration = DispatchQueueConfiguration(queue: queue, leeway: leeway)
    super.init()
  }

  /// Makes a concurrent queue of its own.
  public convenience init(qos: DispatchQoS, leeway: DispatchTimeInterval = .nanoseconds(0)) {
    self.init(
      queue: DispatchQueue(label: "rxswift.queue.\(qos)", qos: qos, attributes: [.concurrent]), leeway: leeway)
  }

  public var now: RxTime { Date() }

  public func schedule<StateType>(
    _ state: StateType, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable {
    configuration.schedule(state, on: self, action: action)
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
