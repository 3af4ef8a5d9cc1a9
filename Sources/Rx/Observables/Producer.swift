/// The base of observables that make a new sink for every subscription.
///
/// A subclass overrides ``run(_:cancel:)``: it makes the sink, subscribes it to the source, and returns both.
open class Producer<Element>: Observable<Element> {
  public override init() {
    super.init()
  }

  /// Runs the producer for one observer.
  ///
  /// The first subscription on a thread starts the current-thread scheduler's trampoline, so that sources which
  /// schedule there begin only when the whole chain is subscribed.
  open override func subscribe(receiver: EventReceiver<Element>) -> any DisposableObject {
    CurrentThreadScheduler.instance.schedule {
      let disposer = SinkDisposer()
      let made = Tracing.call(.run, on: self, with: receiver) { run(receiver, cancel: disposer) }
      disposer.setSinkAndSubscription(sink: made.sink, subscription: made.subscription)
      return disposer
    }
  }

  /// Makes the sink for one subscription and starts it.
  /// - Parameters:
  ///   - observer: what the sink forwards to.
  ///   - cancel: what the sink disposes of when the sequence ends: all of this subscription.
  /// - Returns: the sink, and the subscription to its source.
  open func run(
    _ observer: EventReceiver<Element>, cancel: SinkDisposer
  ) -> (sink: any DisposableObject, subscription: any DisposableObject) {
    abstractMethod()
  }
}
