extension ObservableType {
  /// The sequence; fails with ``RxError/timeout`` if the first element, or the next one after an element, takes longer
  /// than `dueTime`.
  ///
  ///     _ = Observable<Int>.never().timeout(.seconds(1), scheduler: MainScheduler.instance).subscribe { print($0) }
  ///     // Prints after a second: error(Sequence timeout.)
  ///
  /// - Parameter scheduler: measures the time, and sends the error.
  public func timeout(_ dueTime: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element> {
    timeout(dueTime, other: Observable.error(RxError.timeout), scheduler: scheduler)
  }

  /// The sequence; switches to another one if the first element, or the next after an element, exceeds `dueTime`.
  ///
  /// - Parameter scheduler: measures the time, and subscribes to the other sequence.
  public func timeout<Source: ObservableConvertibleType>(
    _ dueTime: RxTimeInterval, other: Source, scheduler: any SchedulerType
  ) -> Observable<Element> where Source.Element == Element {
    let other = other.asObservable()
    return Timeout(asObservable(), other) { TimeoutSink(dueTime, other, scheduler, $0) }
  }
}

private final class Timeout<Element>: TwoSourceOperator<Element, Element, Element> {}

private final class TimeoutSink<Element>: Sink<Element, Element> {
  private let dueTime: RxTimeInterval
  private let other: Observable<Element>
  private let subscription = SerialDisposable()
  private let timer: SinkTimer

  init(
    _ dueTime: RxTimeInterval, _ other: Observable<Element>, _ scheduler: any SchedulerType,
    _ output: Downstream<Element>
  ) {
    self.dueTime = dueTime
    self.other = other
    timer = SinkTimer(scheduler)
    super.init(output)
  }

  override func run(_ source: Observable<Element>) -> any DisposableObject {
    // Held before the timer starts, so that it does not replace the other sequence if the timer is faster.
    let sourceSubscription = SingleAssignmentDisposable()
    subscription.replace(with: sourceSubscription)
    start(timer.newTurn())
    sourceSubscription.setDisposable(source.subscribe(self))
    return Disposables.create(subscription, timer)
  }

  /// Each event either makes the timer stale or finds that it has expired, in one step; a stale timer cannot expire.
  override func on(next element: Element) {
    let turn = timer.newTurn()
    guard turn > 0 else { return }
    forwardOn(next: element)
    start(turn)
  }

  override func on(error: any Swift.Error) {
    if timer.newTurn() > 0 { fail(error) }
  }

  override func onCompletion() {
    if timer.newTurn() > 0 { finish() }
  }

  private func start(_ turn: Int) {
    timer.start(turn, after: dueTime) { turn in
      guard self.timer.expire(turn) else { return }
      self.subscription.replace(with: TimeoutSinkOther(of: self).run(self.other))
    }
  }
}

private final class TimeoutSinkOther<Element>: Takeover<Element, Element> {}
