extension ObservableType {
  /// The sequence, subscribed to `dueTime` later.
  ///
  ///     _ = Observable.just(1).delaySubscription(.seconds(2), scheduler: MainScheduler.instance)
  ///       .subscribe(onNext: { print($0) })
  ///     // Subscribes after two seconds, and prints: 1
  ///
  /// - Parameter scheduler: measures the time, and subscribes.
  public func delaySubscription(_ dueTime: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element> {
    DelaySubscription(asObservable()) { DelaySubscriptionSink(dueTime, scheduler, $0) }
  }
}

private final class DelaySubscription<Element>: Operator<Element, Element> {}

private final class DelaySubscriptionSink<Element>: ForwardingSink<Element> {
  private let dueTime: RxTimeInterval
  private let scheduler: any SchedulerType

  init(_ dueTime: RxTimeInterval, _ scheduler: any SchedulerType, _ output: Downstream<Element>) {
    self.dueTime = dueTime
    self.scheduler = scheduler
    super.init(output)
  }

  override func run(_ source: Observable<Element>) -> any DisposableObject {
    scheduler.scheduleRelative((), dueTime: dueTime) { _ in
      // The action may be about to run when it is disposed.
      self.isDisposed ? Disposables.create() : source.subscribe(self)
    }.asDisposableObject()
  }
}
