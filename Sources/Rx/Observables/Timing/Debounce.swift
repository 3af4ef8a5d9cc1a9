extension ObservableType {
  /// Each element that no other element follows within `dueTime`, sent when that time is over.
  ///
  ///     _ = typing.debounce(.milliseconds(300), scheduler: MainScheduler.instance).subscribe(onNext: { search($0) })
  ///     // Searches when nothing has been typed for 300 ms.
  ///
  /// The last element is sent at once when the sequence completes.
  /// - Parameter scheduler: measures the time, and sends the elements.
  public func debounce(_ dueTime: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element> {
    Debounce(asObservable()) { DebounceSink(dueTime, scheduler, $0) }
  }
}

private final class Debounce<Element>: Operator<Element, Element> {}

private final class DebounceSink<Element>: SerialSink<Element, Element> {
  private let dueTime: RxTimeInterval
  private let timer: SinkTimer
  private let latest = SharedSlot<Element>()

  init(_ dueTime: RxTimeInterval, _ scheduler: any SchedulerType, _ output: Downstream<Element>) {
    self.dueTime = dueTime
    timer = SinkTimer(scheduler)
    super.init(output)
  }

  override func run(_ source: Observable<Element>) -> any DisposableObject {
    Disposables.create(source.subscribe(self), timer)
  }

  override func on(next element: Element) {
    let turn = timer.newTurn()
    latest.put(element)
    timer.start(turn, after: dueTime) { turn in
      self.delivery.withLock { if self.timer.isLatest(turn) { self.sendLatest() } }
    }
  }

  override func onCompletion() {
    delivery.withLock { sendLatest() }
    finish()
  }

  private func sendLatest() { _ = latest.take { forwardOn(next: $0) } }
}
