import Foundation
import Synchronization

/// What a program may change about the engine as a whole.
public enum Hooks {
  /// Takes an error that no `onError` closure took, with the stack on which the subscription was made.
  public typealias DefaultErrorHandler = (_ subscriptionCallStack: [String], _ error: any Swift.Error) -> Void
  /// Captures the stack of a subscription.
  public typealias CustomCaptureSubscriptionCallstack = () -> [String]

  private struct State {
    var recordsCallStack = false
    var errorHandler: DefaultErrorHandler = reportUnhandled
    var captureCallStack: CustomCaptureSubscriptionCallstack = { Thread.callStackSymbols }
  }

  // The closures are the program's own; it decides on which threads they may run.
  private struct Shared: @unchecked Sendable {
    var state = State()
  }

  private static let shared = StateLock(Shared())
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
    get { shared.withLock { Unchecked($0.state.errorHandler) }.value }
    set {
      let handler = Unchecked(newValue)
      // The closure before is released when the lock no longer is held: what it captured may have a deinit.
      let before = shared.withLock { shared in
        defer { shared.state.errorHandler = handler.value }
        return Unchecked(shared.state.errorHandler)
      }
      withExtendedLifetime(before) {}
    }
  }

  /// How the call stack is captured where ``recordCallStackOnError`` asks for it.
  public static var customCaptureSubscriptionCallstack: CustomCaptureSubscriptionCallstack {
    get { shared.withLock { Unchecked($0.state.captureCallStack) }.value }
    set {
      let capture = Unchecked(newValue)
      let before = shared.withLock { shared in
        defer { shared.state.captureCallStack = capture.value }
        return Unchecked(shared.state.captureCallStack)
      }
      withExtendedLifetime(before) {}
    }
  }

  private static func reportUnhandled(_ callStack: [String], _ error: any Swift.Error) {
    #if DEBUG
      print("Unhandled error happened: \(error)")
      if !callStack.isEmpty { print("subscription called from:\n\(callStack.joined(separator: "\n"))") }
    #endif
  }
}

/// Carries a value past a lock whose user vouches for it.
struct Unchecked<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}
