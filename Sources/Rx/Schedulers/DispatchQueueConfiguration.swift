import Dispatch
import Foundation

/// What the schedulers over dispatch queues have in common: the queue, and how actions are put on it.
struct DispatchQueueConfiguration {
  let queue: DispatchQueue
  /// How late a timer may fire to save power.
  let leeway: DispatchTimeInterval

  /// Runs an action that nobody will cancel.
  func enqueue(on scheduler: EngineObject & Sendable, _ action: @escaping @Sendable () -> Void) {
    guard _slowPath(Tracing.isOn) else { return queue.async(execute: action) }
    let cause = Tracing.schedule(on: scheduler)
    queue.async { Tracing.scheduledAction(on: scheduler, cause: cause, action) }
  }

  /// - Parameter finally: called when the action's turn has come and gone, also where it was cancelled before.
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
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now() + dueTime, leeway: leeway)
    item.attach(timer)
    timer.setEventHandler { item.run() }
    timer.activate()
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
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now() + startAfter, repeating: period, leeway: leeway)
    item.attach(timer)
    timer.setEventHandler { item.runOnce() }
    timer.activate()
    return item
  }
}

/// An action on its way to a queue: can be cancelled until it runs, and has its result disposed of afterwards.
///
/// The caller decides on which queue its closures may run, so the crossing is unchecked here, in one place.
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
  private let state: StateLock<Unchecked<State>>

  init(scheduler: EngineObject, _ action: @escaping () -> any DisposableObject) {
    self.scheduler = scheduler
    cause = Tracing.schedule(on: scheduler)
    state = StateLock(Unchecked(State(action: action)))
  }

  var isDisposed: Bool { state.withLock { $0.value.isDisposed } }

  /// Keeps the timer that will run this for as long as it may have to be cancelled.
  func attach(_ timer: any DispatchSourceTimer) {
    state.withLock { state in
      var changed = state.value
      changed.timer = timer
      state = Unchecked(changed)
    }
  }

  func dispose() {
    let held = change { state -> State in
      let held = state
      state = State(isDisposed: true)
      return held
    }
    guard !held.isDisposed else { return }
    if !held.hasRun { Tracing.cancelledAction(on: scheduler, cause: cause) }
    held.timer?.cancel()
    held.result?.dispose()
  }

  func run() {
    guard let result = runOnce() else { return }
    let held = change { state -> State in
      let held = state
      state.action = nil
      state.timer = nil
      if !state.isDisposed { state.result = result }
      return held
    }
    // A timer that has fired still holds this action, which holds the timer.
    held.timer?.cancel()
    if held.isDisposed { result.dispose() }
  }

  @discardableResult
  func runOnce() -> (any DisposableObject)? {
    let action = change { state in
      state.hasRun = true
      return state.action
    }
    guard let action else { return nil }
    return Tracing.scheduledAction(on: scheduler, cause: cause, action)
  }

  private func change<Result>(_ body: (inout State) -> Result) -> Result {
    state.withLock { state in
      var changed = state.value
      defer { state = Unchecked(changed) }
      return Unchecked(body(&changed))
    }.value
  }
}
