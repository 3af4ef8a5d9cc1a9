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
      if self?.connection === ended { self?.connection = nil }
    }
    connection = made
    return made
  }
}

/// One subscription to the source, and those who share it.
private final class SharedConnection<Element>: EventReceiver<Element>, SubscriptionOwner {
  private let replay: Int
  private let lock: RecursiveLock
  private let detach: (SharedConnection<Element>) -> Void
  private let sourceSubscription = SingleAssignmentDisposable()
  private var places: [SubjectPlace] = []
  private var latest: [Element] = []

  /// - Parameter detach: called under the lock when this connection has come to its end.
  init(replay: Int, lock: RecursiveLock, detach: @escaping (SharedConnection<Element>) -> Void) {
    self.replay = replay
    self.lock = lock
    self.detach = detach
  }

  /// Takes in one more observer, and gives it what came before. Called under the lock.
  func add(_ receiver: EventReceiver<Element>) -> (subscription: any DisposableObject, isFirst: Bool) {
    let subscription = SubjectSubscription(subject: self)
    places.append(SubjectPlace(subscription, receiver))
    for element in latest { receiver.receive(next: element) }
    return (subscription, places.count == 1)
  }

  func connect(to source: Observable<Element>) {
    sourceSubscription.setDisposable(source.subscribe(self))
  }

  override func on(next element: Element) {
    for place in keep(element) where !place.isDisposed {
      unsafeDowncast(place.receiver, to: EventReceiver<Element>.self).receive(next: element)
    }
  }

  override func on(error: any Swift.Error) {
    for place in end() where !place.isDisposed {
      unsafeDowncast(place.receiver, to: EventReceiver<Element>.self).receive(error: error)
    }
    sourceSubscription.dispose()
  }

  override func onCompleted() {
    for place in end() where !place.isDisposed {
      unsafeDowncast(place.receiver, to: EventReceiver<Element>.self).receiveCompleted()
    }
    sourceSubscription.dispose()
  }

  func remove(_ subscription: SubjectSubscription) {
    let isLast = lock.withLock {
      guard let index = places.firstIndex(where: { $0.subscription === subscription }) else { return false }
      places.remove(at: index)
      if places.isEmpty { detach(self) }
      return places.isEmpty
    }
    if isLast { sourceSubscription.dispose() }
  }

  private func keep(_ element: Element) -> [SubjectPlace] {
    lock.withLock {
      if replay == 1 && latest.count == 1 {
        latest[0] = element
      } else if replay > 0 {
        if latest.count == replay { latest.removeFirst() }
        latest.append(element)
      }
      return places
    }
  }

  /// Newcomers from now on find no connection, and start another.
  private func end() -> [SubjectPlace] {
    lock.withLock {
      detach(self)
      defer { places = [] }
      return places
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
