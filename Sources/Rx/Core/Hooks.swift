import Foundation
import Synchronization

/// What a program may change about the engine as a whole.
public enum Hooks {
  /// Takes an error that no `onError` closure took, with the stack on which the subscription was made.
  public typealias DefaultErrorHandler = (_ subscriptionCallStack: [String], _ error: any Swift.Error) -> Void
  /// Captures the stack of a subscription.
  public typealias CustomCaptureSubscriptionCallstack = () -> [String]

  private struct State {
    var errorHandler: DefaultErrorHandler = reportUnhandled
    var captureCallStack: CustomCaptureSubscriptionCallstack = { Thread.callStackSymbols }
  }

  private static let state = StateLock(State())
  // Read on every subscription, so it is kept where no lock is needed.
  private static let recordsCallStack = Atomic<Bool>(false)

  /// Whether `subscribe(onNext:…)` captures the call stack for the error handler. It costs microseconds for each
  /// subscription; off by default.
  public static var recordCallStackOnError: Bool {
    get { recordsCallStack.load(ordering: .relaxed) }
    set { recordsCallStack.store(newValue, ordering: .relaxed) }
  }

  /// Takes errors that no `onError` closure took. The default prints them in debug builds and does nothing in release.
  public static var defaultErrorHandler: DefaultErrorHandler {
    get { state.withLock { $0.errorHandler } }
    set {
      // Swapped, so that the closure before is released without the lock: what it captured may have a deinit.
      var handler = newValue
      state.withLock { swap(&$0.errorHandler, &handler) }
    }
  }

  /// How the call stack is captured where ``recordCallStackOnError`` asks for it.
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
