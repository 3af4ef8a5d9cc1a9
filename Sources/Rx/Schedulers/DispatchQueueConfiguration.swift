import Dispatch
import Foundation

/// The common part of the schedulers over dispatch queues: the queue, and the methods that enqueue actions.
struct DispatchQueueConfiguration {
  let queue: DispatchQueue
  /// How late a timer may fire to save power.
  let leeway: DispatchTimeInterval

  /// Runs an action that cannot be cancelled.
  func enqueue(on scheduler: EngineObject & Sendable, _ action: @escaping @Sendable () -> Void) {
    guard _slowPath(Tracing.isOn) else { return queue.async(execute: action) }
    let cause = Tracing.schedule(on: scheduler)
    queue.async { Tracing.scheduledAction(on: scheduler, cause: cause, action) }
  }

  /// - Parameter finally: called when the action's turn is over, even if the action was cancelled.
  func schedule<StateType>(
    _ state: StateType, on scheduler: EngineObject, action: @escaping (StateType) -> any Disposable,
    finally: (@Sendable () -> Void)? = nil
  ) -> any Disposable {
    let item = QueuedAction(scheduler: scheduler) { action(state).asDisposableObject() }
    queue.async {
      item.run()
      finally?()
    }
    return item
  }

  func scheduleRelative<StateType>(
    _ state: StateType, dueTime: RxTimeInterval, on scheduler: EngineObject,
    action: @escaping (StateType) -> any Disposable
  ) -> any Disposable {
    let item = QueuedAction(scheduler: scheduler) { action(state).asDisposableObject() }
    startTimer(for: item, after: dueTime, repeating: .never) { item.run() }
    return item
  }

  func schedulePeriodic<StateType>(
    _ state: StateType, startAfter: RxTimeInterval, period: RxTimeInterval, on scheduler: EngineObject,
    action: @escaping (StateType) -> StateType
  ) -> any Disposable {
    var current = state
    let item = QueuedAction(scheduler: scheduler) {
      current = action(current)
      return NopDisposable.noOp
    }
    startTimer(for: item, after: startAfter, repeating: period) { item.runTurn() }
    return item
  }

  private func startTimer(
    for item: QueuedAction, after delay: RxTimeInterval, repeating period: RxTimeInterval,
    _ fire: @escaping @Sendable () -> Void
  ) {
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now() + delay, repeating: period, leeway: leeway)
    item.attach(timer)
    timer.setEventHandler(handler: fire)
    timer.activate()
  }
}

/// An action on a queue. Disposal cancels it before it runs; later, disposal disposes of its result.
///
/// The caller decides on which queue its closures may run, so this class crosses threads unchecked, in one place.
private final class QueuedAction: DisposeBase, DisposableObject, Cancelable, @unchecked Sendable {
  /// The objects that the action lets go of when it has run or was disposed.
  private struct Held {
    var timer: (any DispatchSourceTimer)?
    var result: (any DisposableObject)?
    var action: (() -> any DisposableObject)?
  }

  private let scheduler: EngineObject
  private let cause: UInt32
  private let lock = StateLock(())
  // Only touched under the lock. Not handed out as a lock's result, which would put the action into another closure.
  @exclusivity(unchecked) private var held: Held
  @exclusivity(unchecked) private var hasRun = false
  @exclusivity(unchecked) private var hasBeenDisposed = false

  init(scheduler: EngineObject, _ action: @escaping () -> any DisposableObject) {
    self.scheduler = scheduler
    cause = Tracing.schedule(on: scheduler)
    held = Held(action: action)
  }

  var isDisposed: Bool { lock.locked { hasBeenDisposed } }

  /// Keeps the timer that will run this action, so that disposal can cancel it.
  func attach(_ timer: any DispatchSourceTimer) {
    lock.locked { held.timer = timer }
  }

  func dispose() {
    var (released, isCancelled) = (Held(), false)
    let isFirst = lock.locked {
      swap(&released, &held)
      isCancelled = !hasRun
      defer { hasBeenDisposed = true }
      return !hasBeenDisposed
    }
    guard isFirst else { return }
    if isCancelled { Tracing.cancelledAction(on: scheduler, cause: cause) }
    released.timer?.cancel()
    released.result?.dispose()
  }

  /// Runs an action that runs only once.
  func run() {
    guard let result = runTurn() else { return }
    var released = Held()
    let isDisposed = lock.locked {
      swap(&released, &held)
      if !hasBeenDisposed { held.result = result }
      return hasBeenDisposed
    }
    // Breaks a cycle: a timer that has fired still holds this action, which holds the timer.
    released.timer?.cancel()
    if isDisposed { result.dispose() }
  }

  /// Runs the action, unless it has been cancelled.
  /// - Returns: the action's result; nil if it has been cancelled.
  @discardableResult
  func runTurn() -> (any DisposableObject)? {
    var action: (() -> any DisposableObject)?
    lock.locked {
      hasRun = true
      action = held.action
    }
    guard let action else { return nil }
    return Tracing.scheduledAction(on: scheduler, cause: cause, action)
  }
}
