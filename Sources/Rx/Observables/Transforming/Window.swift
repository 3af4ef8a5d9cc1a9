extension ObservableType {
  /// The elements in windows: sequences that each complete after `count` elements or when `timeSpan` is over.
  ///
  ///     _ = Observable.of(1, 2, 3).window(timeSpan: .seconds(1), count: 2, scheduler: MainScheduler.instance)
  ///       .flatMap { $0.toArray() }.subscribe(onNext: { print($0) })
  ///     // Prints: [1, 2]
  ///     //         [3]
  ///
  /// The first window is sent on subscription. The subscription to this sequence ends when the subscription to the
  /// windows, and to each window, is disposed.
  /// - Parameter scheduler: measures the time.
  public func window(
    timeSpan: RxTimeInterval, count: Int, scheduler: any SchedulerType
  ) -> Observable<Observable<Element>> {
    WindowTimeCount(asObservable()) { WindowTimeCountSink(timeSpan, count, scheduler, $0) }
  }
}

private final class WindowTimeCount<Element>: Operator<Element, Observable<Element>> {}

/// Sends elements to a window, and new windows to the observer, under one lock: an element that came between the end of
/// a window and the observer's subscription to the next one would be lost.
private final class WindowTimeCountSink<Element>: SerialSink<Element, Observable<Element>> {
  private let timeSpan: RxTimeInterval
  private let count: Int
  private let timer: SinkTimer
  private let group = CompositeDisposable()
  private let users: RefCountDisposable
  // Only touched under the delivery lock.
  @exclusivity(unchecked) private var window = PublishSubject<Element>()
  @exclusivity(unchecked) private var sent = 0

  init(
    _ timeSpan: RxTimeInterval, _ count: Int, _ scheduler: any SchedulerType, _ output: Downstream<Observable<Element>>
  ) {
    self.timeSpan = timeSpan
    self.count = count
    timer = SinkTimer(scheduler)
    users = RefCountDisposable(disposable: group)
    super.init(output)
  }

  override func run(_ source: Observable<Element>) -> any DisposableObject {
    _ = group.insert(timer)
    forwardOn(next: AddRef(window, users))
    start(timer.newTurn())
    _ = group.insert(source.subscribe(self))
    return users
  }

  override func on(next element: Element) {
    let turn = delivery.withLock { () -> Int? in
      // Counted first: the observer may send to the source from within this element's delivery.
      sent += 1
      let isFull = sent == count
      window.onNext(element)
      return isFull ? beginAnew() : nil
    }
    if let turn { start(turn) }
  }

  override func on(error: any Swift.Error) {
    delivery.withLock {
      endLastTurn()
      window.onError(error)
    }
    fail(error)
  }

  override func onCompletion() {
    delivery.withLock {
      endLastTurn()
      window.onCompleted()
    }
    finish()
  }

  /// Makes the timer stale, because it must not begin a window that nobody would end. Called under the delivery lock.
  private func endLastTurn() { _ = timer.newTurn() }

  /// Called under the delivery lock.
  private func beginAnew() -> Int {
    let turn = timer.newTurn()
    sent = 0
    let full = window
    window = PublishSubject()
    full.onCompleted()
    forwardOn(next: AddRef(window, users))
    return turn
  }

  private func start(_ turn: Int) {
    timer.start(turn, after: timeSpan) { turn in
      let next = self.delivery.withLock { self.timer.isLatest(turn) ? self.beginAnew() : nil }
      if let next { self.start(next) }
    }
  }
}

/// A sequence whose subscriptions keep a resource alive.
private final class AddRef<Element>: Operator<Element, Element> {
  init(_ source: Observable<Element>, _ users: RefCountDisposable) {
    super.init(source) { AddRefSink(users, $0) }
  }
}

private final class AddRefSink<Element>: Sink<Element, Element> {
  private let users: RefCountDisposable

  init(_ users: RefCountDisposable, _ output: Downstream<Element>) {
    self.users = users
    super.init(output)
  }

  override func run(_ source: Observable<Element>) -> any DisposableObject {
    let use = users.retain().asDisposableObject()
    return Disposables.create(use, source.subscribe(self))
  }

  override func on(next element: Element) { forwardOn(next: element) }
}
