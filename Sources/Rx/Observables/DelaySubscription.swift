extension ObservableType {
  /// The sequence, subscribed to `dueTime` later.
  ///
  ///     _ = Observable.just(1).delaySubscription(.seconds(2), scheduler: MainScheduler.instance)
  ///       .subscribe(onNext: { print($0) })
  ///     // Subscribes after two seconds, and prints: 1
  ///
  /// - Parameter scheduler: measures the time; the subscription is made there.
  public func delaySubscription(_ dueTime: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element> {
    DelaySubscription(source: asObservable(), dueTime: dueTime, scheduler: scheduler)
  }
}

private final class DelaySubscription<Element>: Producer<Element> {
  private let source: Observable<Element>
  private let dueTime: RxTimeInterval
  private let scheduler: any SchedulerType

  init(source: Observable<Element>, dueTime: RxTimeInterval, scheduler: any SchedulerType) {
    self.source = source
    self.dueTime = dueTime
    self.scheduler = scheduler
  }

  override func run(
    _ observer: EventReceiver<Element>, cancel: SinkDisposer
  ) -> (sink: any DisposableObject, subscription: any DisposableObject) {
    let sink = DelaySubscriptionSink(observer: observer, cancel: cancel)
    let subscription = scheduler.scheduleRelative((), dueTime: dueTime) { [source] _ in source.subscribe(sink) }
    return (sink, subscription.asDisposableObject())
  }
}

private final class DelaySubscriptionSink<Element>: Sink<Element, Element> {
  override func on(next element: Element) { forwardOn(next: element) }
}
