import Dispatch
import Foundation
import Synchronization

/// Runs actions on the main queue; at once if the caller is on it already and no other action waits.
///
/// In a command-line program, the main queue runs only during `RunLoop.main.run()` or `dispatchMain()`.
public final class MainScheduler: SerialDispatchQueueScheduler, @unchecked Sendable {
  public override class var traits: Traits { .main }

  /// The number of actions that wait or run.
  private let enqueued = Atomic<Int>(0)

  /// The shared instance.
  public static let instance = MainScheduler()

  /// A scheduler that always goes through the main queue, even if the caller is on it already.
  public static let asyncInstance = SerialDispatchQueueScheduler(serialQueue: .main)

  public init() {
    super.init(serialQueue: Self.queue)
  }

  /// Kept, because on Linux each `DispatchQueue.main` makes an object. Each driver has a scheduler of its own.
  private static let queue = DispatchQueue.main

  private static let key = {
    let key = DispatchSpecificKey<Void>()
    DispatchQueue.main.setSpecific(key: key, value: ())
    return key
  }()

  /// Whether the caller is on the main queue, which may use any thread after `dispatchMain()`. The thread is asked last,
  /// because that takes two system calls on Linux.
  static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) != nil || Thread.isMainThread }

  /// Stops the program unless the caller is on the main queue.
  public static func ensureExecutingOnScheduler(errorMessage: String? = nil) {
    precondition(isCurrent, errorMessage ?? "Executing on background thread. Use `MainScheduler`.")
  }

  /// Stops the program unless the caller is on the main queue.
  public static func ensureRunningOnMainThread(errorMessage: String? = nil) {
    precondition(isCurrent, errorMessage ?? "Running on background thread.")
  }

  override func scheduleInternal<StateType>(
    _ state: StateType, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable {
    guard enter() else { return configuration.schedule(state, on: self, action: action) { self.leave() } }
    return runNow { action(state) }
  }

  override func runAtOnce(_ action: () -> Void) -> Bool {
    guard enter() else {
      leave()
      return false
    }
    runNow(action)
    return true
  }

  override func enqueue(_ action: @escaping @Sendable () -> Void) {
    enqueued.wrappingAdd(1, ordering: .relaxed)
    configuration.enqueue(on: self) {
      defer { self.leave() }
      action()
    }
  }

  /// Counts an action that begins to wait or run.
  /// - Returns: whether it may run at once: on the main queue, and only if no other action waits, to keep the order.
  private func enter() -> Bool {
    enqueued.wrappingAdd(1, ordering: .relaxed).oldValue == 0 && Self.isCurrent
  }

  /// Uncounts an action whose turn is over.
  private func leave() {
    enqueued.wrappingSubtract(1, ordering: .relaxed)
  }

  private func runNow<Result>(_ action: () -> Result) -> Result {
    defer { leave() }
    return Tracing.call(.schedule, on: self) {
      Tracing.call(.scheduledAction, on: self, action)
    }
  }
}
