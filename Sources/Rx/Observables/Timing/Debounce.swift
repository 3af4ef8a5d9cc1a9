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
  private let lock = StateLock(())
  /// Only touched under the lock.
  @exclusivity(unchecked) private var latest = Slot<Element>()

  init(_ dueTime: RxTimeInterval, _ scheduler: any SchedulerType, _ output: Downstream<Element>) {
    self.dueTime = dueTime
    timer = SinkTimer(scheduler)
    super.init(output)
  }

  override func run(_ source: Observable<Element>) -> any DisposableObject {
    Disposables.create(source.subscribe(self), timer)
  }

  /// An element is put in together with its turn, and a timer takes the element only of its own turn. Otherwise a timer
  /// that has become stale could send a new element at once, and its own element would be lost.
  override func on(next element: Element) {
    // `exchange` leaves the displaced element in it, which is released after the lock.
    var copy = element
    let turn = lock.locked {
      latest.exchange(&copy)
      return timer.newTurn()
    }
    timer.start(turn, after: dueTime) { turn in
      self.delivery.withLock { self.sendLatest { self.timer.isLatest(turn) } }
    }
    withExtendedLifetime(copy) {}
  }

  override func onCompletion() {
    delivery.withLock { sendLatest { true } }
    finish()
  }

  /// - Parameter isDue: called under the lock.
  private func sendLatest(if isDue: () -> Bool) {
    let due: Element? = lock.locked { latest.isFull && isDue() ? latest.take() : nil }
    if let due { forwardOn(next: due) }
  }
}
