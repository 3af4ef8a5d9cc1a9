/// How long what is shared is kept.
public enum SubjectLifetimeScope: Sendable {
  /// While somebody is subscribed: the next one after that starts anew.
  case whileConnected
  /// For good: who comes after the end is told of it.
  case forever
}

extension ObservableType {
  /// One subscription to this sequence for all observers, begun by the first and ended with the last.
  ///
  ///     let numbers = Observable<Int>.create { observer in
  ///       print("subscribed")
  ///       observer.onNext(1)
  ///       return Disposables.create()
  ///     }.share(replay: 1)
  ///     _ = numbers.subscribe(onNext: { print("a\($0)") })
  ///     _ = numbers.subscribe(onNext: { print("b\($0)") })
  ///     // Prints: subscribed
  ///     //         a1
  ///     //         b1
  ///
  /// - Parameters:
  ///   - replay: how many of the latest elements a newcomer gets first.
  ///   - scope: what becomes of them, and of the end, when nobody is subscribed any more.
  public func share(replay: Int = 0, scope: SubjectLifetimeScope = .whileConnected) -> Observable<Element> {
    switch scope {
    case .whileConnected: ShareWhileConnected(source: asObservable(), replay: replay)
    case .forever: ShareForever(source: asObservable(), replay: replay)
    }
  }
}

private final class ShareWhileConnected<Element>: Observable<Element> {
  private let source: Observable<Element>
  private let replay: Int
  private let lock = RecursiveLock()
  private var connection: SharedConnection<Element>?

  init(source: Observable<Element>, replay: Int) {
    self.source = source
    self.replay = replay
  }

  override func subscribe(receiver: EventReceiver<Element>) -> any DisposableObject {
    let (connection, subscription, isFirst) = lock.withLock {
      let connection = self.connection ?? makeConnection()
      let (subscription, isFirst) = connection.add(receiver)
      return (connection, subscription, isFirst)
    }
    if isFirst { connection.connect(to: source) }
    return subscription
  }

  private func makeConnection() -> SharedConnection<Element> {
    let made = SharedConnection<Element>(replay: replay, lock: lock) { [weak self] ended in
      if self?.connection?.subscription === ended { self?.connection = nil }
    }
    connection = made
    return made
  }
}

/// One subscription to the source, and those who share it.
private final class SharedConnection<Element>: EventReceiver<Element> {
  /// The one to the source.
  let subscription = SingleAssignmentDisposable()
  private let lock: RecursiveLock
  private let detach: (SingleAssignmentDisposable) -> Void
  private let observers: SubscriptionList
  /// Only touched under the lock.
  @exclusivity(unchecked) private var latest: ReplayBuffer<Element>

  /// - Parameter detach: called under the lock when a connection has come to its end, with its subscription.
  init(replay: Int, lock: RecursiveLock, detach: @escaping (SingleAssignmentDisposable) -> Void) {
    self.lock = lock
    self.detach = detach
    latest = ReplayBuffer(size: replay)
    observers = SubscriptionList(lock: lock) { [subscription] in
      detach(subscription)
      return subscription
    }
  }

  deinit {
    _ = lock.withLock { observers.removeAll() }
  }

  /// Takes in one more observer, and gives it what came before. Called under the lock.
  func add(_ receiver: EventReceiver<Element>) -> (subscription: SubjectSubscription, isFirst: Bool) {
    let isFirst = observers.isEmpty
    let subscription = observers.add(receiver)
    for element in latest.all { receiver.receive(next: element) }
    return (subscription, isFirst)
  }

  func connect(to source: Observable<Element>) {
    subscription.setDisposable(source.subscribe(self))
  }

  override func on(next element: Element) {
    keep(element).deliver { (receiver: EventReceiver<Element>) in
      receiver.receive(next: element)
    }
  }

  override func on(error: any Swift.Error) {
    end().deliver { (receiver: EventReceiver<Element>) in
      receiver.receive(error: error)
    }
    subscription.dispose()
  }

  override func onCompleted() {
    end().deliver { (receiver: EventReceiver<Element>) in
      receiver.receiveCompleted()
    }
    subscription.dispose()
  }

  private func keep(_ element: Element) -> [SubjectPlace] {
    lock.withLock {
      latest.keep(element)
      return observers.current
    }
  }

  /// Newcomers from now on find no connection, and start another.
  private func end() -> [SubjectPlace] {
    lock.withLock {
      detach(subscription)
      return observers.removeAll()
    }
  }
}

private final class ShareForever<Element>: Producer<Element> {
  private let source: Observable<Element>
  private let subject: SubjectBase<Element>
  private let lock = RecursiveLock()
  private var count = 0
  private var connection: (any DisposableObject)?

  init(source: Observable<Element>, replay: Int) {
    self.source = source
    subject = replay == 0 ? PublishSubject() : ReplaySubject.create(bufferSize: replay)
  }

  override func run(
    _ observer: EventReceiver<Element>, cancel: SinkDisposer
  ) -> (sink: any DisposableObject, subscription: any DisposableObject) {
    let sink = ShareForeverSink(observer: observer, cancel: cancel)
    let subscription = subject.subscribe(sink)
    // The subject has told it of the end: there is nothing left to connect to.
    if sink.isDisposed { return (sink, subscription) }
    connectIfFirst()
    let leaving = AnonymousDisposable { self.disconnectIfLast() }
    return (sink, Disposables.create(subscription, leaving))
  }

  private func connectIfFirst() {
    let handle = lock.withLock { () -> SingleAssignmentDisposable? in
      count += 1
      guard count == 1 else { return nil }
      let handle = SingleAssignmentDisposable()
      connection = handle
      return handle
    }
    handle?.setDisposable(source.subscribe(subject.asEventReceiver()))
  }

  private func disconnectIfLast() {
    let ended = lock.withLock { () -> (any DisposableObject)? in
      count -= 1
      guard count == 0 else { return nil }
      defer { connection = nil }
      return connection
    }
    ended?.dispose()
  }
}

private final class ShareForeverSink<Element>: Sink<Element, Element> {
  override func on(next element: Element) { forwardOn(next: element) }
}
