extension ObservableType {
  /// The elements that come within `duration` of the subscription, then the completion.
  ///
  ///     _ = moves.take(for: .seconds(1), scheduler: MainScheduler.instance).subscribe { print($0) }
  ///     // Prints the moves of the first second, then: completed
  ///
  /// - Parameter scheduler: measures the time, and sends the completion.
  public func take(for duration: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element> {
    TakeTime(asObservable()) { TakeTimeSink(duration, scheduler, $0) }
  }
}

private final class TakeTime<Element>: Operator<Element, Element> {}

private final class TakeTimeSink<Element>: SerialSink<Element, Element> {
  override class var traits: Traits { .limits }

  private let duration: RxTimeInterval
  private let scheduler: any SchedulerType

  init(_ duration: RxTimeInterval, _ scheduler: any SchedulerType, _ output: Downstream<Element>) {
    self.duration = duration
    self.scheduler = scheduler
    super.init(output)
  }

  override func run(_ source: Observable<Element>) -> any DisposableObject {
    let timer = scheduler.scheduleRelative((), dueTime: duration) { _ in
      self.finish()
      return Disposables.create()
    }
    return Disposables.create(timer.asDisposableObject(), source.subscribe(self))
  }

  override func on(next element: Element) { forwardSerially(next: element) }
}
