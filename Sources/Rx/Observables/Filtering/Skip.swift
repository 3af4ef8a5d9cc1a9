import Synchronization

extension ObservableType {
  /// The elements after the first `count`.
  ///
  ///     _ = Observable.of(1, 2, 3).skip(2).subscribe(onNext: { print($0) })
  ///     // Prints: 3
  ///
  /// - Parameter count: if 0 or less, nothing is skipped.
  public func skip(_ count: Int) -> Observable<Element> {
    SkipCount(asObservable()) { SkipCountSink(count, $0) }
  }

  /// The elements that come later than `duration` after the subscription.
  ///
  ///     _ = moves.skip(.seconds(1), scheduler: MainScheduler.instance).subscribe(onNext: { print($0) })
  ///     // Prints the moves that come after the first second.
  ///
  /// - Parameter scheduler: measures the time.
  public func skip(_ duration: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element> {
    SkipTime(asObservable()) { SkipTimeSink(duration, scheduler, $0) }
  }
}

private final class SkipCount<Element>: Operator<Element, Element> {}

private final class SkipCountSink<Element>: Sink<Element, Element> {
  override class var traits: Traits { .withholds(.position) }

  private var remaining: Int

  init(_ count: Int, _ output: Downstream<Element>) {
    remaining = count
    super.init(output)
  }

  override func on(next element: Element) {
    guard remaining > 0 else { return forwardOn(next: element) }
    remaining -= 1
  }
}

private final class SkipTime<Element>: Operator<Element, Element> {}

private final class SkipTimeSink<Element>: Sink<Element, Element> {
  override class var traits: Traits { .withholds(.position) }

  private let duration: RxTimeInterval
  private let scheduler: any SchedulerType
  /// Set on the scheduler's thread, read on the source's.
  private let isOpen = Atomic<Bool>(false)

  init(_ duration: RxTimeInterval, _ scheduler: any SchedulerType, _ output: Downstream<Element>) {
    self.duration = duration
    self.scheduler = scheduler
    super.init(output)
  }

  override func run(_ source: Observable<Element>) -> any DisposableObject {
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
