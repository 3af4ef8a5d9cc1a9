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

private final class WindowTimeCountSink<Element>: Sink<Element, Observable<Element>>, SynchronizedOnType {
  let lock = RecursiveLock()
  private let timeSpan: RxTimeInterval
  private let count: Int
  private let scheduler: any SchedulerType
  private let timer = SerialDisposable()
  private let group = CompositeDisposable()
  private let users: RefCountDisposable
  // Only touched under the lock.
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
    startTimer()
    _ = group.insert(source.subscribe(self))
    return users
  }

  override func on(next element: Element) { synchronizedOn(next: element) }

  override func on(error: any Swift.Error) { synchronizedOn(error: error) }

  override func onCompleted() { synchronizedOnCompleted() }

  func onSynchronized(next element: Element) {
    // Counted first: the observer may send to the source from within this element's delivery.
    sent += 1
    let isFull = sent == count
    window.onNext(element)
    if isFull { beginAnew() }
  }

  func onSynchronized(error: any Swift.Error) {
    window.onError(error)
    super.on(error: error)
  }

  func onSynchronizedCompleted() {
    window.onCompleted()
    super.onCompleted()
  }

  private func beginAnew() {
    number &+= 1
    let begun = number
    sent = 0
    let full = window
    window = PublishSubject()
    full.onCompleted()
    forwardOn(next: AddRef(source: window, users: users))
    if number == begun { startTimer() }
  }

  private func startTimer() {
    guard !timer.isDisposed else { return }
    let holder = SingleAssignmentDisposable()
    timer.replace(with: holder)
    holder.setDisposable(
      scheduler.scheduleRelative(number, dueTime: timeSpan) { number in
        self.synchronized { if number == self.number { self.beginAnew() } }
        return Disposables.create()
      })
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
