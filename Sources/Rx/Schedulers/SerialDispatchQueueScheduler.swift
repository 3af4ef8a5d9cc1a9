import Dispatch
import Foundation
import TraceFormat

/// Runs actions on a serial dispatch queue, one after another.
///
/// For a concurrent queue, it makes a serial queue that targets it, so that events never overlap.
public class SerialDispatchQueueScheduler: EngineObject, SchedulerType, @unchecked Sendable {
  public override class var traits: Traits { .queue }

  /// Changes the serial queue before it is used.
  public typealias SerialQueueConfiguration = (DispatchQueue) -> Void

  public typealias TimeInterval = Foundation.TimeInterval
  public typealias Time = Date

  let configuration: DispatchQueueConfiguration

  init(serialQueue: DispatchQueue, leeway: DispatchTimeInterval = .nanoseconds(0)) {
    configuration = DispatchQueueConfiguration(queue: serialQueue, leeway: leeway)
    super.init()
  }

  /// Makes a new serial queue.
  /// - Parameters:
  ///   - internalSerialQueueName: the queue's label.
  ///   - serialQueueConfiguration: changes the queue before it is used.
  ///   - leeway: how late a timer may fire to save power.
  public convenience init(
    internalSerialQueueName: String, serialQueueConfiguration: SerialQueueConfiguration? = nil,
    leeway: DispatchTimeInterval = .nanoseconds(0)
  ) {
    let queue = DispatchQueue(label: internalSerialQueueName, attributes: [])
    serialQueueConfiguration?(queue)
    self.init(serialQueue: queue, leeway: leeway)
  }

  /// Makes a serial queue that targets `queue`.
  public convenience init(
    queue: DispatchQueue, internalSerialQueueName: String, leeway: DispatchTimeInterval = .nanoseconds(0)
  ) {
    let serialQueue = DispatchQueue(label: internalSerialQueueName, attributes: [], target: queue)
    self.init(serialQueue: serialQueue, leeway: leeway)
  }

  /// Makes a serial queue that targets the global queue of a quality of service.
  public convenience init(
    qos: DispatchQoS, internalSerialQueueName: String = "rx.global_dispatch_queue.serial",
    leeway: DispatchTimeInterval = .nanoseconds(0)
  ) {
    self.init(
      queue: DispatchQueue.global(qos: qos.qosClass), internalSerialQueueName: internalSerialQueueName,
      leeway: leeway)
  }

  public var now: RxTime { Date() }

  public final func schedule<StateType>(
    _ state: StateType, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable {
    scheduleInternal(state, action: action)
  }

  /// Runs an action if it need not wait for its turn. `observe(on:)` asks first, because only a waiting action is an object.
  /// - Returns: false if the action was not run.
  func runAtOnce(_ action: () -> Void) -> Bool { false }

  /// Runs an action that cannot be cancelled when its turn comes.
  func enqueue(_ action: @escaping @Sendable () -> Void) {
    configuration.enqueue(on: self, action)
  }

  func scheduleInternal<StateType>(
    _ state: StateType, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable {
    configuration.schedule(state, on: self, action: action)
  }

  public final func scheduleRelative<StateType>(
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

  final override var role: ObjectRole { .scheduler }
}
