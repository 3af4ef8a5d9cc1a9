extension ObservableType {
  /// Subscribes to the sequence, and disposes of that subscription, on a scheduler.
  ///
  /// It says nothing about where elements are observed: that is `observe(on:)`.
  public func subscribe(on scheduler: any ImmediateSchedulerType) -> Observable<Element> {
    SubscribeOn(source: asObservable(), scheduler: scheduler)
  }
}

private final class SubscribeOn<Element>: Producer<Element> {
  private let source: Observable<Element>
  private let scheduler: any ImmediateSchedulerType

  init(source: Observable<Element>, scheduler: any ImmediateSchedulerType) {
    self.source = source
    self.scheduler = scheduler
  }

  override func run(
    _ observer: EventReceiver<Element>, cancel: SinkDisposer
  ) -> (sink: any DisposableObject, subscription: any DisposableObject) {
    let sink = SubscribeOnSink(observer: observer, cancel: cancel)
    return (sink, sink.run(source, scheduler))
  }
}

private final class SubscribeOnSink<Element>: Sink<Element, Element> {
  func run(_ source: Observable<Element>, _ scheduler: any ImmediateSchedulerType) -> any DisposableObject {
    let disposeEverything = SerialDisposable()
    let cancelSchedule = SingleAssignmentDisposable()
    disposeEverything.disposable = cancelSchedule
    let disposeSchedule = scheduler.schedule(()) { _ in
      let subscription = source.subscribe(self)
      disposeEverything.disposable = ScheduledDisposable(scheduler: scheduler, disposable: subscription)
      return Disposables.create()
    }
    cancelSchedule.setDisposable(disposeSchedule)
    return disposeEverything
  }

  override func on(next element: Element) { forwardOn(next: element) }
}
