import CPlatform
import Synchronization
import TraceFormat

/// Runs actions on the thread that schedules them, one after another.
///
/// The first action runs at once. Actions that are scheduled while it runs wait in a queue until it has returned (a
/// trampoline), so recursion becomes iteration. Each thread has a queue of its own.
///
///     _ = CurrentThreadScheduler.instance.schedule(()) { _ in
///       _ = CurrentThreadScheduler.instance.schedule(()) { _ in print("second"); return Disposables.create() }
///       print("first")
///       return Disposables.create()
///     }
///     // Prints: first
///     //         second
public final class CurrentThreadScheduler: EngineObject, ImmediateSchedulerType, @unchecked Sendable {
  public override class var traits: Traits { .trampoline }

  /// The only instance, for all threads.
  public static let instance = CurrentThreadScheduler()

  private override init() { super.init() }

  override var role: ObjectRole { .scheduler }

  /// Whether no action runs on this thread, so that the next one would start the trampoline.
  public static var isScheduleRequired: Bool { !hw_thread_state()!.pointee.trampoline.is_running }

  public func schedule<StateType>(
    _ state: StateType, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable {
    if Self.isScheduleRequired {
      return Tracing.call(.schedule, on: self) {
        Self.start {
          Tracing.deliver(.scheduledAction, .none, to: self, .none) { action(state).asDisposableObject() }
        }
      }
    }
    let item = ScheduledItem { action(state).asDisposableObject() }
    Self.enqueue(item)
    return item
  }

  /// Runs an action of the engine at once: as the first action of this thread's trampoline, or within the action that runs
  /// already.
  @inline(__always)
  func schedule(
    file: StaticString = #fileID, line: UInt = #line, _ action: () -> any DisposableObject
  ) -> any DisposableObject {
    guard Self.isScheduleRequired else { return action() }
    return Tracing.call(.schedule, on: self, file: file, line: line) {
      Self.start { Tracing.call(.scheduledAction, on: self, action) }
    }
  }

  /// Runs turns in a loop while no other action waits: the order is the same as with one action for each turn.
  public func scheduleLoop(_ step: @escaping () -> Bool) -> any DisposableObject {
    let loop = ScheduledLoop(step)
    if Self.isScheduleRequired {
      _ = schedule {
        loop.run()
        return NopDisposable.noOp
      }
    } else {
      Self.enqueue(loop.item())
    }
    return loop
  }

  static func enqueue(_ item: ScheduledItem) {
    item.cause = Tracing.schedule(on: instance)
    queue.append(item)
    hw_thread_state()!.pointee.trampoline.waiting += 1
  }

  /// Whether an action waits for the running one to return.
  @inline(__always)
  static var hasWaitingActions: Bool { hw_thread_state()!.pointee.trampoline.waiting > 0 }

  @inline(__always)
  private static func start(_ action: () -> any DisposableObject) -> any DisposableObject {
    let thread = hw_thread_state()!
    thread.pointee.trampoline.is_running = true
    defer { endTrampoline() }
    let disposable = action()
    if _slowPath(thread.pointee.trampoline.queue != nil) { drain() }
    return disposable
  }

  @inline(never)
  private static func drain() {
    let queue = queue
    let thread = hw_thread_state()!
    while thread.pointee.trampoline.waiting > 0 {
      thread.pointee.trampoline.waiting -= 1
      queue.removeFirst().run()
    }
  }

  private static func endTrampoline() {
    let thread = hw_thread_state()!
    thread.pointee.trampoline.is_running = false
    if let queue = thread.pointee.trampoline.queue {
      thread.pointee.trampoline.queue = nil
      Unmanaged<ActionQueue>.fromOpaque(queue).release()
    }
  }

  /// This thread's queue; made when the first action has to wait, freed when the trampoline ends.
  private static var queue: ActionQueue {
    let thread = hw_thread_state()!
    if let queue = thread.pointee.trampoline.queue {
      return Unmanaged<ActionQueue>.fromOpaque(queue).takeUnretainedValue()
    }
    let queue = ActionQueue()
    thread.pointee.trampoline.queue = Unmanaged.passRetained(queue).toOpaque()
    return queue
  }
}

/// The actions that wait on one thread, first in, first out.
private final class ActionQueue {
  private var items = ElementQueue<ScheduledItem>()

  func append(_ item: ScheduledItem) { items.append(item) }

  func removeFirst() -> ScheduledItem { items.removeFirst() }
}

/// An action that waits, and its result once it has run.
final class ScheduledItem: DisposeBase, DisposableObject, Cancelable {
  private enum State {
    static let disposed: UInt8 = 1
    static let begun: UInt8 = 2
  }

  private let state = Atomic<UInt8>(0)
  private let result = StateLock<(any DisposableObject)?>(nil)
  private var action: (() -> any DisposableObject)?
  /// The sequence number of the record of the `schedule` call.
  var cause: UInt32 = 0

  init(_ action: @escaping () -> any DisposableObject) {
    self.action = action
  }

  var isDisposed: Bool { state.load(ordering: .relaxed) & State.disposed != 0 }

  func run() {
    // One atomic step, so that the action either runs or is recorded as cancelled.
    let previous = state.bitwiseOr(State.begun, ordering: .relaxed).oldValue
    guard previous & State.disposed == 0, let action = action.take() else { return }
    let made = Tracing.scheduledAction(on: CurrentThreadScheduler.instance, cause: cause, action)
    result.withLock { $0 = made }
    // It may have been disposed while the action ran and there was no result to dispose of yet.
    if isDisposed { takeResult()?.dispose() }
  }

  func dispose() {
    let previous = state.bitwiseOr(State.disposed, ordering: .acquiringAndReleasing).oldValue
    guard previous & State.disposed == 0 else { return }
    if previous & State.begun == 0 { Tracing.cancelledAction(on: CurrentThreadScheduler.instance, cause: cause) }
    takeResult()?.dispose()
  }

  private func takeResult() -> (any DisposableObject)? {
    result.withLock { $0.take() }
  }
}

/// A loop on the current thread: it runs until it ends, is cancelled, or another action waits, and then waits as well.
private final class ScheduledLoop: DisposeBase, DisposableObject, Cancelable {
  private let disposed = Atomic<Bool>(false)
  private var step: (() -> Bool)?

  init(_ step: @escaping () -> Bool) {
    self.step = step
  }

  var isDisposed: Bool { disposed.load(ordering: .relaxed) }

  func item() -> ScheduledItem {
    ScheduledItem {
      self.run()
      return NopDisposable.noOp
    }
  }

  func run() {
    guard let step else { return }
    while !isDisposed {
      guard step() else {
        self.step = nil
        return
      }
      if CurrentThreadScheduler.hasWaitingActions { return CurrentThreadScheduler.enqueue(item()) }
    }
    self.step = nil
  }

  func dispose() {
    disposed.store(true, ordering: .relaxed)
  }
}
