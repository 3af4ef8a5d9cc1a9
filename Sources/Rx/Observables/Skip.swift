import Synchronization

extension ObservableType {
  /// Leaves out the first `count` elements.
  ///
  ///     _ = Observable.of(1, 2, 3).skip(2).subscribe(onNext: { print($0) })
  ///     // Prints: 3
  ///
  /// - Parameter count: 0 or less leaves out nothing.
  public func skip(_ count: Int) -> Observable<Element> {
    SkipCount(source: asObservable(), count: count)
  }

  /// Leaves out the elements that come within `duration` of the subscription.
  ///
  ///     _ = moves.skip(.seconds(1), scheduler: MainScheduler.instance).subscribe(onNext: { print($0) })
  ///     // Prints what is sent from the second second on.
  ///
  /// - Parameter scheduler: measures the time.
  public func skip(_ duration: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element> {
    SkipTime(source: asObservable(), duration: duration, scheduler: scheduler)
  }
}

private final class SkipCount<Element>: Producer<Element> {
  private let source: Observable<Element>
  private let count: Int

  init(source: Observable<Element>, count: Int) {
    self.source = source
    self.count = count
  }

  override func run(
    _ observer: EventReceiver<Element>, cancel: SinkDisposer
  ) -> (sink: any DisposableObject, subscription: any DisposableObject) {
    let sink = SkipCountSink(count: count, observer: observer, cancel: cancel)
    return (sink, source.subscribe(sink))
  }
}

private final class SkipCountSink<Element>: Sink<Element, Element> {
  private var remaining: Int

  init(count: Int, observer: EventReceiver<Element>, cancel: SinkDisposer) {
    remaining = count
    super.init(observer: observer, cancel: cancel)
  }

  override func on(next element: Element) {
    if remaining > 0 {
      remaining -= 1
    } else {
      forwardOn(next: element)
    }
  }
}

private final class SkipTime<Element>: Producer<Element> {
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
    let sink = SkipTimeSink(observer: observer, cancel: cancel)
    return (sink, sink.run(source, duration, scheduler))
  }
}

private final class SkipTimeSink<Element>: Sink<Element, Element> {
  /// Set on the scheduler's thread, looked at on the source's.
  private let isOpen = Atomic<Bool>(false)

  func run(
    _ source: Observable<Element>, _ duration: RxTimeInterval, _ scheduler: any SchedulerType
  ) -> any DisposableObject {
    let timer = scheduler.scheduleRelative((), dueTime: duration) { _ in
      self.isOpen.store(true, ordering: .relaxed)
      return Disposables.create()
    }
    return Disposables.create(timer.asDisposableObject(), source.subscribe(self))
  }

  override func on(next element: Element) {
    if isOpen.load(ordering: .relaxed) { forwardOn(next: element) }
  }
}
