import Dispatch
import Foundation
import Synchronization

/// Runs actions on the main queue; at once where the caller is there already and nothing is waiting.
///
/// From a terminal the main queue runs while the program waits in `RunLoop.main.run()` or `dispatchMain()`.
public final class MainScheduler: SerialDispatchQueueScheduler, @unchecked Sendable {
  private let enqueued = Atomic<Int>(0)

  /// The one to use.
  public static let instance = MainScheduler()

  /// Always goes through the queue, even where the caller is on it already.
  public static let asyncInstance = SerialDispatchQueueScheduler(serialQueue: .main)

  public init() {
    super.init(serialQueue: .main)
  }

  private static let key = {
    let key = DispatchSpecificKey<Void>()
    DispatchQueue.main.setSpecific(key: key, value: ())
    return key
  }()

  /// Whether the caller is on the main queue: after `dispatchMain()` that queue may have any thread.
  static var isCurrent: Bool { Thread.isMainThread || DispatchQueue.getSpecific(key: key) != nil }

  /// Stops the program where it does not run on the main thread.
  public static func ensureExecutingOnScheduler(errorMessage: String? = nil) {
    precondition(isCurrent, errorMessage ?? "Executing on background thread. Use `MainScheduler`.")
  }

  /// Stops the program where it does not run on the main thread.
  public static func ensureRunningOnMainThread(errorMessage: String? = nil) {
    precondition(isCurrent, errorMessage ?? "Running on background thread.")
  }

  /// What waits keeps its turn: an action runs at once only where none was handed over before it.
  override func scheduleInternal<StateType>(
    _ state: StateType, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable {
    let waiting = enqueued.wrappingAdd(1, ordering: .relaxed).oldValue
    if Self.isCurrent && waiting == 0 {
      defer { enqueued.wrappingSubtract(1, ordering: .relaxed) }
      return runNow { action(state) }
    }
    return configuration.schedule(state, on: self, action: action) {
      self.enqueued.wrappingSubtract(1, ordering: .relaxed)
    }
  }

  override func enqueue(_ action: @escaping @Sendable () -> Void) {
    let waiting = enqueued.wrappingAdd(1, ordering: .relaxed).oldValue
    if Self.isCurrent && waiting == 0 {
      defer { enqueued.wrappingSubtract(1, ordering: .relaxed) }
      return runNow(action)
    }
    configuration.enqueue(on: self) {
      defer { self.enqueued.wrappingSubtract(1, ordering: .relaxed) }
      action()
    }
  }

  private func runNow<Result>(_ action: () -> Result) -> Result {
    Tracing.call(.schedule, on: self) {
      Tracing.call(.scheduledAction, on: self, action)
    }
  }
}
