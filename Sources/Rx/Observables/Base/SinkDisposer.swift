/// The handle that a producer returns from a subscription. It disposes the sink and the subscription to its source
/// once, whether it is disposed before or after `run` returns.
public final class SinkDisposer: IdempotentDisposable {
  private var sink: (any DisposableObject)?
  private var subscription: (any DisposableObject)?

  override init() {
    super.init(isReady: false)
  }

  /// Hands over the sink and its subscription. If disposal came first (the source ended while it was subscribed to),
  /// both are disposed here.
  func setSinkAndSubscription(_ started: StartedSubscription) {
    precondition(!isReady, "a SinkDisposer was given its sink and subscription twice")
    if isDisposed {
      // Already disposed: no other thread will read these two, so they are disposed directly.
      started.sink.dispose()
      return started.subscription.dispose()
    }
    sink = started.sink
    subscription = started.subscription
    becomeReady()
  }

  override func disposeOnce() {
    let (sink, subscription) = (sink.take(), subscription.take())
    sink?.dispose()
    subscription?.dispose()
  }
}
