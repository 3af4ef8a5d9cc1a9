import Rx
import Tracing

extension ObservableType {
  /// The same sequence; everything after this operator runs with the `ServiceContext` of whoever subscribed.
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
  public func carryingServiceContext() -> Observable<Element> { CarryingContext(asObservable()) }
}

private final class CarryingContext<Element>: Producer<Element> {
  private let source: Observable<Element>

  init(_ source: Observable<Element>) {
    self.source = source
  }

  override func run(
    _ observer: EventReceiver<Element>, cancel: SinkDisposer
  ) -> (sink: any DisposableObject, subscription: any DisposableObject) {
    let sink = CarryingContextSink(observer: observer, cancel: cancel, ServiceContext.current)
    return (sink, source.subscribe(sink))
  }
}

private final class CarryingContextSink<Element>: Sink<Element, Element> {
  private let context: ServiceContext?

  init(observer: EventReceiver<Element>, cancel: SinkDisposer, _ context: ServiceContext?) {
    self.context = context
    super.init(observer: observer, cancel: cancel)
  }

  override func on(next element: Element) {
    ServiceContext.$current.withValue(context) { forwardOn(next: element) }
  }

  override func on(error: any Error) {
    ServiceContext.$current.withValue(context) { super.on(error: error) }
  }

  override func onCompleted() {
    ServiceContext.$current.withValue(context) { super.onCompleted() }
  }
}
