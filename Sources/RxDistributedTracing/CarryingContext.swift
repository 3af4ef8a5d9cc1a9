#if DistributedTracing
import Rx
import ServiceContextModule
import Tracing

extension ObservableType {
  /// The same sequence; everything after this operator runs with the `ServiceContext` of the subscriber.
  ///
  ///     requests
  ///       .observe(on: workers)
  ///       .carryingServiceContext()
  ///       .flatMap { request in load(request).traced("load") }
  ///       .traced("serve")
  ///     // Each "load" is a child of "serve", though it starts on a thread of the workers.
  ///
  /// The current context belongs to a task. Events that arrive on a scheduler's thread, or from another task, arrive
  /// without it: put this operator after the one that changes threads. ``traced(_:ofKind:tracer:events:function:file:line:)``
  /// does the same for what comes after it.
  public func carryingServiceContext() -> Observable<Element> {
    CarryingContext(asObservable(), CarryingContextSink.init)
  }
}

private final class CarryingContext<Element>: Operator<Element, Element> {}

private final class CarryingContextSink<Element>: Sink<Element, Element> {
  /// The context of the subscriber.
  private let context = ServiceContext.current

  override func on(next element: Element) {
    ServiceContext.$current.withValue(context) { forwardOn(next: element) }
  }

  override func on(error: any Error) {
    ServiceContext.$current.withValue(context) { fail(error) }
  }

  override func onCompletion() {
    ServiceContext.$current.withValue(context) { finish() }
  }
}
#endif
