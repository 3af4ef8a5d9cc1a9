extension ObservableType {
  /// The elements that come within `duration` of the subscription, then the end.
  ///
  ///     _ = moves.take(for: .seconds(1), scheduler: MainScheduler.instance).subscribe { print($0) }
  ///     // Prints what is sent during the first second, then: completed
  ///
  /// - Parameter scheduler: measures the time; the end comes from there.
  public func take(for duration: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element> {
    TakeTime(source: asObservable(), duration: duration, scheduler: scheduler)
  }
}

private final class TakeTime<Element>: Producer<Element> {
  private let source: Observable<Element>
  private let duration: RxTimeInterval
  private let scheduler: any SchedulerType

  init(source: Observable<Element>, duration: RxTimeInterval, scheduler: any SchedulerType) {
    self.source = source
    self.duration = duration
    self.scheduler = scheduler
  }

  override func run(
    _ observer: EventReceiver<Element>, cancel: SinkDisposer
  ) -> (sink: any DisposableObject, subscription: any DisposableObject) {
    let sink = TakeTimeSink(observer: observer, cancel: cancel)
    return (sink, sink.run(source, duration, scheduler))
  }
}

private final class TakeTimeSink<Element>: SerialSink<Element, Element> {
  func run(
    _ source: Observable<Element>, _ duration: RxTimeInterval, _ scheduler: any SchedulerType
  ) -> any DisposableObject {
    let timer = scheduler.scheduleRelative((), dueTime: duration) { _ in
      self.onCompleted()
      return Disposables.create()
    }
    return Disposables.create(timer.asDisposableObject(), source.subscribe(self))
  }

  override func on(next element: Element) { forwardSerially(next: element) }
}
