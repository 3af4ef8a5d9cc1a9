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
  private let lock = SharedStateLock()
  /// Only touched under the lock.
  @exclusivity(unchecked) private var connection: SharedConnection<Element>?

  init(source: Observable<Element>, replay: Int) {
    self.source = source
    self.replay = replay
  }

  override func subscribeCore(_ observer: EventReceiver<Element>) -> any DisposableObject {
    join(observer) ?? begin(observer)
  }

  private func join(_ receiver: EventReceiver<Element>) -> (any DisposableObject)? {
    let joined = lock.locked { connection.map { ($0, $0.add(receiver)) } }
    guard let (connection, place) = joined else { return nil }
    return connection.welcome(receiver, place, from: source)
  }

  /// The connection is made without the lock. Another thread may have made one meanwhile, which is joined then.
  private func begin(_ receiver: EventReceiver<Element>) -> any DisposableObject {
    let made = SharedConnection<Element>(replay: replay, lock: lock) { [weak self] ended in
      guard let self else { return {} }
      let detached = self.detach(ended)
      return { withExtendedLifetime((self, detached)) {} }
    }
    let (joined, place) = lock.locked {
      let joined = connection ?? made
      connection = joined
      return (joined, joined.add(receiver))
    }
    return joined.welcome(receiver, place, from: source)
  }

  /// Called under the lock.
  /// - Returns: the connection, for the caller to release when it holds the lock no more.
  private func detach(_ ended: SingleAssignmentDisposable) -> SharedConnection<Element>? {
    guard let connection, connection.subscription === ended else { return nil }
    self.connection = nil
    return connection
  }
}

/// One subscription to the source, and those who share it.
private final class SharedConnection<Element>: EventReceiver<Element> {
  typealias Place = (subscription: SubjectSubscription, newcomer: TypedNewcomer<Element>?, isFirst: Bool)

  /// The one to the source.
  let subscription = SingleAssignmentDisposable()
  private let detach: (SingleAssignmentDisposable) -> () -> Void
  private let observers: SubscriptionList
  private let isReplaying: Bool
  /// Only touched under the lock.
  @exclusivity(unchecked) private var latest: ReplayBuffer<Element>

  /// - Parameter detach: called under the lock when a connection has come to its end, with its subscription; what it
  ///   returns is called after that, without the lock.
  init(replay: Int, lock: SharedStateLock, detach: @escaping (SingleAssignmentDisposable) -> () -> Void) {
    self.detach = detach
    isReplaying = replay > 0
    latest = ReplayBuffer(size: replay)
    observers = SubscriptionList(lock: lock) { [subscription] in
      let detached = detach(subscription)
      return {
        subscription.dispose()
        detached()
      }
    }
  }

  deinit {
    let left = observers.locked { observers.removeAll() }
    withExtendedLifetime(left) {}
  }

  /// Takes in one more observer. Called under the lock.
  func add(_ receiver: EventReceiver<Element>) -> Place {
    let isFirst = observers.isEmpty
    guard !latest.isEmpty else { return (observers.add(receiver), nil, isFirst) }
    let newcomer = TypedNewcomer<Element>()
    latest.passAll { newcomer.add($0) }
    return (observers.add(receiver, after: newcomer), newcomer, isFirst)
  }

  /// Gives an observer what came before it, and connects if it is the first.
  func welcome(
    _ receiver: EventReceiver<Element>, _ place: Place, from source: Observable<Element>
  ) -> any DisposableObject {
    place.newcomer?.catchUp(receiver, in: observers)
    if place.isFirst { subscription.setDisposable(source.subscribe(self)) }
    return place.subscription
  }

  override func on(next element: Element) {
    if isReplaying { return keepAndSend(element) }
    send(element, to: observers.locked { observers.recipients(of: element) })
  }

  override func on(error: any Swift.Error) {
    end(.error(error)).deliver { (receiver: EventReceiver<Element>) in
      receiver.receive(error: error)
    }
    subscription.dispose()
  }

  override func onCompletion() {
    end(.completed).deliver { (receiver: EventReceiver<Element>) in
      receiver.receiveCompleted()
    }
    subscription.dispose()
  }

  private func keepAndSend(_ element: Element) {
    // The oldest element goes when everyone has been given the new one: its deinit may send yet another.
    var displaced = element
    let recipients = observers.locked {
      latest.keep(&displaced)
      return observers.recipients(of: element)
    }
    send(element, to: recipients)
    withExtendedLifetime(displaced) {}
  }

  private func send(_ element: Element, to recipients: [SubjectPlace]) {
    recipients.deliver { (receiver: EventReceiver<Element>) in
      receiver.receive(next: element)
    }
    observers.waitForNewcomers()
  }

  /// Newcomers from now on find no connection, and start another.
  private func end(_ ending: SequenceEnding) -> [SubjectPlace] {
    let (told, detached) = observers.locked { (observers.removeAll(at: ending), detach(subscription)) }
    detached()
    return told
  }
}

/// One subject for all connections: what it keeps is there for whoever comes later.
private final class ShareForever<Element>: RefCount<Element> {
  // Held for the recorder, which does not look into closures.
  private let shared: Observable<Element>

  init(source: Observable<Element>, replay: Int) {
    let subject: SubjectBase<Element> = replay == 0 ? PublishSubject() : ReplaySubject.create(bufferSize: replay)
    shared = source
    super.init(subject) { source.subscribe(subject.asEventReceiver()) }
  }
}
