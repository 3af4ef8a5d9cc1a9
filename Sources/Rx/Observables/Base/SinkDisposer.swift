import Synchronization

/// The handle that a producer returns from a subscription: disposes the sink and the subscription to its source, once, in
/// whatever order disposal and the end of `run` come.
public final class SinkDisposer: DisposeBase, DisposableObject, Cancelable {
  private enum State {
    static let disposed: UInt8 = 1
    static let set: UInt8 = 2
  }

  private let state = Atomic<UInt8>(0)
  private var sink: (any DisposableObject)?
  private var subscription: (any DisposableObject)?

  public var isDisposed: Bool { state.load(ordering: .relaxed) & State.disposed != 0 }

  /// Hands over the sink and its subscription. If disposal came first (the source ended while it was subscribed to),
  /// both are disposed here.
  func setSinkAndSubscription(_ running: Running) {
    if isDisposed {
      // No other thread looks at these two any more.
      running.sink.dispose()
      return running.subscription.dispose()
    }
    sink = running.sink
    subscription = running.subscription
    let previous = state.bitwiseOr(State.set, ordering: .acquiringAndReleasing).oldValue
    precondition(previous & State.set == 0, "a SinkDisposer was given its sink and subscription twice")
    if previous & State.disposed != 0 { disposeOfBoth() }
  }

  public func dispose() {
    let previous = state.bitwiseOr(State.disposed, ordering: .acquiringAndReleasing).oldValue
    guard previous & State.disposed == 0 else { return }
    Tracing.call(.dispose, on: self) {
      if previous & State.set != 0 { disposeOfBoth() }
    }
  }

  /// Only ever runs in the one call that sees both bits for the first time.
  private func disposeOfBoth() {
    let (sink, subscription) = (self.sink, self.subscription)
    self.sink = nil
    self.subscription = nil
    sink?.dispose()
    subscription?.dispose()
  }
}
