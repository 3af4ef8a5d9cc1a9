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
  private struct State {
    var isDisposed = false
    var hasRun = false
    var timer: (any DispatchSourceTimer)?
    var result: (any DisposableObject)?
    var action: (() -> any DisposableObject)?
  }

  private let scheduler: EngineObject
  private let cause: UInt32
  private let state: StateLock<State>

  init(scheduler: EngineObject, _ action: @escaping () -> any DisposableObject) {
    self.scheduler = scheduler
    cause = Tracing.schedule(on: scheduler)
    state = StateLock(State(action: action))
  }

  var isDisposed: Bool { state.withLock { $0.isDisposed } }

  /// Keeps the timer that will run this action, so that disposal can cancel it.
  func attach(_ timer: any DispatchSourceTimer) {
    state.withLock { $0.timer = timer }
  }

  func dispose() {
    // The old state is returned, so that nothing is released while the lock is held.
    let held = state.withLock { state in
      defer { state = State(isDisposed: true) }
      return state
    }
    guard !held.isDisposed else { return }
    if !held.hasRun { Tracing.cancelledAction(on: scheduler, cause: cause) }
    held.timer?.cancel()
    held.result?.dispose()
  }

  /// Runs an action that runs only once.
  func run() {
    guard let result = runTurn() else { return }
    let held = state.withLock { state in
      defer { state = State(isDisposed: state.isDisposed, result: state.isDisposed ? nil : result) }
      return state
    }
    // Breaks a cycle: a timer that has fired still holds this action, which holds the timer.
    held.timer?.cancel()
    if held.isDisposed { result.dispose() }
  }

  /// Runs the action, unless it has been cancelled.
  /// - Returns: the action's result; nil if it has been cancelled.
  @discardableResult
  func runTurn() -> (any DisposableObject)? {
    let action = state.withLock { state in
      state.hasRun = true
      return state.action
    }
    guard let action else { return nil }
    return Tracing.scheduledAction(on: scheduler, cause: cause, action)
  }
}
