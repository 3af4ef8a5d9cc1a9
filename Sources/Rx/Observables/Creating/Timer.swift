extension ObservableType where Element: RxAbstractInteger {
  /// 0, 1, 2, …: one number each `period`, the first after one period.
  ///
  ///     _ = Observable<Int>.interval(.seconds(1), scheduler: MainScheduler.instance).subscribe(onNext: { print($0) })
  ///     // Prints 0 after a second, 1 after two seconds, and so on.
  public static func interval(_ period: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element> {
    Timer(dueTime: period, period: period, scheduler: scheduler)
  }

  /// 0 after `dueTime`; then, if there is a period, 1, 2, …: one number each period.
  public static func timer(
    _ dueTime: RxTimeInterval, period: RxTimeInterval? = nil, scheduler: any SchedulerType
  ) -> Observable<Element> {
    Timer(dueTime: dueTime, period: period, scheduler: scheduler)
  }
}

private final class Timer<Element: RxAbstractInteger>: Producer<Element> {
  private let dueTime: RxTimeInterval
  private let period: RxTimeInterval?
  private let scheduler: any SchedulerType

  init(dueTime: RxTimeInterval, period: RxTimeInterval?, scheduler: any SchedulerType) {
    self.dueTime = dueTime
    self.period = period
    self.scheduler = scheduler
  }

  override func run(_ output: Downstream<Element>) -> StartedSubscription {
    let sink = TimerSink<Element>(output)
    return StartedSubscription(sink: sink, subscription: sink.run(dueTime, period, scheduler))
  }
}

private final class TimerSink<Element: RxAbstractInteger>: SerialSink<Element, Element> {
  private let one: Element = 1

  func run(
    _ dueTime: RxTimeInterval, _ period: RxTimeInterval?, _ scheduler: any SchedulerType
  ) -> any DisposableObject {
    guard let period else {
      return scheduler.scheduleRelative((), dueTime: dueTime) { _ in
        self.forwardOn(next: 0)
        self.finish()
        return Disposables.create()
      }.asDisposableObject()
    }
    return scheduler.schedulePeriodic(0 as Element, startAfter: dueTime, period: period) { number in
      self.forwardSerially(next: number)
      return number &+ self.one
    }.asDisposableObject()
  }
}
