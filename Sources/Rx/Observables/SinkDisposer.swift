import Synchronization

/// What a producer returns from a subscription: disposes of the sink and of the subscription to its source, once, in
/// whatever order disposal and the end of `run` come.
final class SinkDisposer: DisposeBase, Cancelable {
  private enum State {
    static let disposed: UInt8 = 1
    static let set: UInt8 = 2
  }

  private let state = Atomic<UInt8>(0)
  private var sink: (any Disposable)?
  private var subscription: (any Disposable)?

  var isDisposed: Bool { state.load(ordering: .relaxed) & State.disposed != 0 }

  /// Hands over what there is to dispose of. When disposal came first (the source ended while it was subscribed to),
  /// both are disposed of here.
  func setSinkAndSubscription(sink: any Disposable, subscription: any Disposable) {
    self.sink = sink
    self.subscription = subscription
    let previous = state.bitwiseOr(State.set, ordering: .acquiringAndReleasing).oldValue
    precondition(previous & State.set == 0, "a SinkDisposer was given its sink and subscription twice")
    if previous & State.disposed != 0 { disposeOfBoth() }
  }

  func dispose() {
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
