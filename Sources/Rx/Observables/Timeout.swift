extension ObservableType {
  /// The sequence; fails with ``RxError/timeout`` where an element takes longer than `dueTime`, the first one or any
  /// after another.
  ///
  ///     _ = Observable<Int>.never().timeout(.seconds(1), scheduler: MainScheduler.instance).subscribe { print($0) }
  ///     // Prints after a second: error(Sequence timeout.)
  ///
  /// - Parameter scheduler: measures the time; the error comes from there.
  public func timeout(_ dueTime: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element> {
    timeout(dueTime, other: Observable.error(RxError.timeout), scheduler: scheduler)
  }

  /// The sequence; another one goes on where an element takes longer than `dueTime`, the first or any after another.
  ///
  /// - Parameter scheduler: measures the time; the other sequence is subscribed to there.
  public func timeout<Source: ObservableConvertibleType>(
    _ dueTime: RxTimeInterval, other: Source, scheduler: any SchedulerType
  ) -> Observable<Element> where Source.Element == Element {
    Timeout(source: asObservable(), dueTime: dueTime, other: other.asObservable(), scheduler: scheduler)
  }
}

private final class Timeout<Element>: Producer<Element> {
  private let source: Observable<Element>
  private let dueTime: RxTimeInterval
  private let other: Observable<Element>
  private let scheduler: any SchedulerType

  init(
    source: Observable<Element>, dueTime: RxTimeInterval, other: Observable<Element>, scheduler: any SchedulerType
  ) {
    self.source = source
    self.dueTime = dueTime
    self.other = other
    self.scheduler = scheduler
  }

  override func run(
    _ observer: EventReceiver<Element>, cancel: SinkDisposer
  ) -> (sink: any DisposableObject, subscription: any DisposableObject) {
    let sink = TimeoutSink(
      dueTime: dueTime, other: other, scheduler: scheduler, observer: observer, cancel: cancel)
    return (sink, sink.run(source))
  }
}

/// Outside of the generic class, whose nested types would be generic too and looked up on each use.
private struct TimeoutState: Sendable {
  /// Counts the events; a timer that was set before the latest of them is out of date.
  var number = 0
  var isOver = false
}

private final class TimeoutSink<Element>: Sink<Element, Element> {
  private let dueTime: RxTimeInterval
  private let other: Observable<Element>
  private let scheduler: any SchedulerType
  private let subscription = SerialDisposable()
  private let timer = SerialDisposable()
  private let state = StateLock(TimeoutState())

  init(
    dueTime: RxTimeInterval, other: Observable<Element>, scheduler: any SchedulerType,
    observer: EventReceiver<Element>, cancel: SinkDisposer
  ) {
    self.dueTime = dueTime
    self.other = other
    self.scheduler = scheduler
    super.init(observer: observer, cancel: cancel)
  }

  func run(_ source: Observable<Element>) -> any DisposableObject {
    let holder = SingleAssignmentDisposable()
    subscription.replace(with: holder)
    startTimer(number: 0)
    holder.setDisposable(source.subscribe(self))
    return Disposables.create(subscription, timer)
  }

  override func on(next element: Element) {
    guard let number = beatTimer() else { return }
    forwardOn(next: element)
    startTimer(number: number)
  }

  override func on(error: any Swift.Error) {
    if beatTimer() != nil { super.on(error: error) }
  }

  override func onCompleted() {
    if beatTimer() != nil { super.onCompleted() }
  }

  /// Whether an event of the source comes in time: its number, where it does.
  private func beatTimer() -> Int? {
    state.withLock { state in
      guard !state.isOver else { return nil }
      state.number &+= 1
      return state.number
    }
  }

  private func startTimer(number: Int) {
    guard !timer.isDisposed else { return }
    let holder = SingleAssignmentDisposable()
    timer.replace(with: holder)
    holder.setDisposable(
      scheduler.scheduleRelative(number, dueTime: dueTime) { number in
        self.timeIsUp(number)
        return Disposables.create()
      })
  }

  private func timeIsUp(_ number: Int) {
    let isOver = state.withLock { state in
      if state.number == number { state.isOver = true }
      return state.number == number
    }
    if isOver { subscription.replace(with: other.subscribe(TimeoutSinkOther(parent: self))) }
  }

  func otherFailed(_ error: any Swift.Error) { super.on(error: error) }

  func otherEnded() { super.onCompleted() }
}

/// Receives the events of the sequence that takes the late one's place.
private final class TimeoutSinkOther<Element>: EventReceiver<Element> {
  private let parent: TimeoutSink<Element>

  init(parent: TimeoutSink<Element>) {
    self.parent = parent
  }

  override func on(next element: Element) { parent.forwardOn(next: element) }

  override func on(error: any Swift.Error) { parent.otherFailed(error) }

  override func onCompleted() { parent.otherEnded() }
}
