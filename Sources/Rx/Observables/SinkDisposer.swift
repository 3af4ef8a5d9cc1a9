/// A producer's handle on a subscription: disposes of the sink and of the subscription to its source, once, in whatever
/// order disposal and the end of `run` come.
public final class SinkDisposer: OnceDisposable {
  private var sink: (any DisposableObject)?
  private var subscription: (any DisposableObject)?

  override init() {
    super.init(isReady: false)
  }

  /// Takes over the sink and the subscription. If disposal came first (the source ended while it was subscribed to), both
  /// are disposed of here.
  func setSinkAndSubscription(sink: any DisposableObject, subscription: any DisposableObject) {
    precondition(!isReady, "a SinkDisposer was given its sink and subscription twice")
    if isDisposed {
      // Already disposed: no other thread will read these, so dispose of both directly.
      sink.dispose()
      return subscription.dispose()
    }
    self.sink = sink
    self.subscription = subscription
    becomeReady()
  }

  override func disposeOnce() {
    let (sink, subscription) = (self.sink, self.subscription)
    self.sink = nil
    self.subscription = nil
    sink?.dispose()
    subscription?.dispose()
  }
}
