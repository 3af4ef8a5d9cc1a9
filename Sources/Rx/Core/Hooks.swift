import Foundation
import Synchronization

/// Settings for the engine as a whole.
public enum Hooks {
  /// Called with an error that no `onError` closure handled, and the call stack of the subscription.
  public typealias DefaultErrorHandler = (_ subscriptionCallStack: [String], _ error: any Swift.Error) -> Void
  /// Captures the call stack of a subscription.
  public typealias CustomCaptureSubscriptionCallstack = () -> [String]

  private struct State {
    var errorHandler: DefaultErrorHandler = reportUnhandled
    var captureCallStack: CustomCaptureSubscriptionCallstack = { Thread.callStackSymbols }
  }

  private static let state = StateLock(State())
  // Atomic rather than in the locked state, because every subscription reads it.
  private static let recordsCallStack = Atomic<Bool>(false)

  /// Whether `subscribe(onNext:…)` captures the call stack for the error handler. It costs microseconds for each
  /// subscription; off by default.
  public static var recordCallStackOnError: Bool {
    get { recordsCallStack.load(ordering: .relaxed) }
    set { recordsCallStack.store(newValue, ordering: .relaxed) }
  }

  /// Handles errors that no `onError` closure handled. The default prints them, in debug builds only.
  public static var defaultErrorHandler: DefaultErrorHandler {
    get { state.withLock { $0.errorHandler } }
    set {
      // Swapped, so that the old closure is released after the lock: what it captured may have a deinit.
      var handler = newValue
      state.withLock { swap(&$0.errorHandler, &handler) }
    }
  }

  /// Captures the call stack of a subscription if ``recordCallStackOnError`` is on.
  public static var customCaptureSubscriptionCallstack: CustomCaptureSubscriptionCallstack {
    get { state.withLock { $0.captureCallStack } }
    set {
      var capture = newValue
      state.withLock { swap(&$0.captureCallStack, &capture) }
    }
  }

  private static func reportUnhandled(_ callStack: [String], _ error: any Swift.Error) {
    #if DEBUG
      print("Unhandled error happened: \(error)")
      if !callStack.isEmpty { print("subscription called from:\n\(callStack.joined(separator: "\n"))") }
    #endif
  }
}
