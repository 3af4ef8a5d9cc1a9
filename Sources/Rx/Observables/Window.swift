extension ObservableType {
  /// Elements in sequences, each of which ends when it has had `count` elements or when `timeSpan` is over.
  ///
  ///     _ = Observable.of(1, 2, 3).window(timeSpan: .seconds(1), count: 2, scheduler: MainScheduler.instance)
  ///       .flatMap { $0.toArray() }.subscribe(onNext: { print($0) })
  ///     // Prints: [1, 2]
  ///     //         [3]
  ///
  /// The first one is sent on subscription. This sequence is let go of when the subscription to the windows and those
  /// to each of them are disposed of.
  /// - Parameter scheduler: measures the time.
  public func window(
    timeSpan: RxTimeInterval, count: Int, scheduler: any SchedulerType
  ) -> Observable<Observable<Element>> {
    WindowTimeCount(source: asObservable(), timeSpan: timeSpan, count: count, scheduler: scheduler)
  }
}

private final class WindowTimeCount<Element>: Producer<Observable<Element>> {
  private let source: Observable<Element>
  private let timeSpan: RxTimeInterval
  private let count: Int
  private let scheduler: any SchedulerType

  init(source: Observable<Element>, timeSpan: RxTimeInterval, count: Int, scheduler: any SchedulerType) {
    self.source = source
    self.timeSpan = timeSpan
    self.count = count
    self.scheduler = scheduler
  }

  override func run(
    _ observer: EventReceiver<Observable<Element>>, cancel: SinkDisposer
  ) -> (sink: any DisposableObject, subscription: any DisposableObject) {
    let sink = WindowTimeCountSink<Element>(
      timeSpan: timeSpan, count: count, scheduler: scheduler, observer: observer, cancel: cancel)
    return (sink, sink.run(source))
  }
}

/// An element goes to the observers of a window under the delivery lock, and so does a new window to the observer: an
/// element that came between the two would be lost to the new one.
private final class WindowTimeCountSink<Element>: SerialSink<Element, Observable<Element>> {
  private let timeSpan: RxTimeInterval
  private let count: Int
  private let scheduler: any SchedulerType
  private let timer = SerialDisposable()
  private let group = CompositeDisposable()
  private let users: RefCountDisposable
  // Only touched under the delivery lock.
  @exclusivity(unchecked) private var window = PublishSubject<Element>()
  @exclusivity(unchecked) private var sent = 0
  @exclusivity(unchecked) private var number = 0

  init(
    timeSpan: RxTimeInterval, count: Int, scheduler: any SchedulerType,
    observer: EventReceiver<Observable<Element>>, cancel: SinkDisposer
  ) {
    self.timeSpan = timeSpan
    self.count = count
    self.scheduler = scheduler
    users = RefCountDisposable(disposable: group)
    super.init(observer: observer, cancel: cancel)
  }

  func run(_ source: Observable<Element>) -> any DisposableObject {
    _ = group.insert(timer)
    forwardOn(next: AddRef(source: window, users: users))
    startTimer(0)
    _ = group.insert(source.subscribe(self))
    return users
  }

  override func on(next element: Element) {
    let begun = delivery.withLock { () -> Int? in
      // Counted first: the observer may send to the source from within this element's delivery.
      sent += 1
      let isFull = sent == count
      window.onNext(element)
      return isFull ? beginAnew() : nil
    }
    if let begun { startTimer(begun) }
  }

  override func on(error: any Swift.Error) {
    delivery.withLock { window.onError(error) }
    super.on(error: error)
  }

  override func onCompleted() {
    delivery.withLock { window.onCompleted() }
    super.onCompleted()
  }

  /// Called under the delivery lock.
  private func beginAnew() -> Int {
    number &+= 1
    let begun = number
    sent = 0
    let full = window
    window = PublishSubject()
    full.onCompleted()
    forwardOn(next: AddRef(source: window, users: users))
    return begun
  }

  private func timeIsUp(_ number: Int) {
    let begun = delivery.withLock { number == self.number ? beginAnew() : nil }
    if let begun { startTimer(begun) }
  }

  private var latestNumber: Int { delivery.withLock { number } }

  /// Another one may have been begun meanwhile, by the source or from within the delivery: the timer is that one's.
  private func startTimer(_ begun: Int) {
    var number = begun
    while number == latestNumber, !timer.isDisposed {
      let holder = SingleAssignmentDisposable()
      timer.replace(with: holder)
      holder.setDisposable(
        scheduler.scheduleRelative(number, dueTime: timeSpan) { number in
          self.timeIsUp(number)
          return Disposables.create()
        })
      if number == latestNumber { return }
      number = latestNumber
    }
  }
}

/// A sequence whose subscriptions keep a resource.
private final class AddRef<Element>: Producer<Element> {
  private let source: Observable<Element>
  private let users: RefCountDisposable

  init(source: Observable<Element>, users: RefCountDisposable) {
    self.source = source
    self.users = users
  }

  override func run(
    _ observer: EventReceiver<Element>, cancel: SinkDisposer
  ) -> (sink: any DisposableObject, subscription: any DisposableObject) {
    let use = users.retain().asDisposableObject()
    let sink = AddRefSink(observer: observer, cancel: cancel)
    return (sink, Disposables.create(use, source.subscribe(sink)))
  }
}

private final class AddRefSink<Element>: Sink<Element, Element> {
  override func on(next element: Element) { forwardOn(next: element) }
}
