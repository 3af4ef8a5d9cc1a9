import TraceFormat

/// The base of observables that make a new sink for every subscription.
///
/// A subclass overrides ``run(_:)``. An operator with one source derives from ``Operator`` instead.
open class Producer<Element>: Observable<Element> {
  public override init() {
    super.init()
  }

  /// Runs the producer for one observer.
  ///
  /// The first subscription on a thread starts the current-thread scheduler's trampoline, so that sources which
  /// schedule there begin only when the whole chain is subscribed.
  open override func subscribeCore(_ observer: EventReceiver<Element>) -> any DisposableObject {
    CurrentThreadScheduler.instance.schedule {
      let disposer = SinkDisposer()
      let started = Tracing.call(.run, on: self, with: observer) {
        run(Downstream(observer: observer, cancel: disposer))
      }
      disposer.setSinkAndSubscription(started)
      return disposer
    }
  }

  /// Makes the sink for one subscription, and subscribes it.
  open func run(_ output: Downstream<Element>) -> StartedSubscription { abstractMethod() }

  override class var abstractCalls: [RecordKind] { [.run] }
}
