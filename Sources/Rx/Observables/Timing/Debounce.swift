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
  override class var traits: Traits { [.holds, .withholds(.quiet)] }

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

  /// A turn begins before its element is put in, so that a timer which has become stale does not find that element: it would
  /// send it at once.
  override func on(next element: Element) {
    let turn = timer.newTurn()
    latest.put(element)
    timer.start(turn, after: dueTime) { turn in
      self.delivery.withLock { self.sendLatest { self.timer.isLatest(turn) } }
    }
  }

  override func onCompletion() {
    delivery.withLock { sendLatest { true } }
    finish()
  }

  /// - Parameter isDue: called under the slot's lock.
  private func sendLatest(if isDue: () -> Bool) {
    _ = latest.take(if: isDue) { forwardOn(next: $0) }
  }
}
