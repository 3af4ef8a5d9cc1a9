/// How long a shared sequence keeps its elements and its terminal event.
public enum SubjectLifetimeScope: Sendable {
  /// While it has observers: after the last one has left, the next one starts a new subscription to the source.
  case whileConnected
  /// For good: an observer that comes after the terminal event gets that event.
  case forever
}

extension ObservableType {
  /// One subscription to this sequence for all observers: it starts with the first and ends with the last.
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
  ///   - replay: how many of the latest elements a new observer gets first.
  ///   - scope: whether these elements and the terminal event are kept when there is no observer any more.
  public func share(replay: Int = 0, scope: SubjectLifetimeScope = .whileConnected) -> Observable<Element> {
    switch scope {
    case .whileConnected: asObservable().share(replay: replay)
    case .forever: ShareForever(source: asObservable(), replay: replay)
    }
  }
}

extension Observable {
  /// The same while there are observers: a method of the class, so that the runtime need not look up for each driver that
  /// its source is an observable.
  @inlinable
  func share(replay: Int) -> Observable<Element> {
    ShareWhileConnected(source: self, replay: replay, SharedConnection<Element>.self)
  }
}

@usableFromInline
final class ShareWhileConnected<Element>: Observable<Element> {
  override class var traits: Traits { .shares }

  private let source: Observable<Element>
  private let replay: Int
  /// Kept, because it would be looked up for every connection.
  private let connectionType: SharedConnection<Element>.Type
  /// Has the connection, so that a connection which ends need not refer to the sequence.
  private let turns = SourceTurns()

  @usableFromInline
  init(source: Observable<Element>, replay: Int, _ connectionType: SharedConnection<Element>.Type) {
    self.source = source
    self.replay = replay
    self.connectionType = connectionType
  }

  deinit {
    let connection = turns.locked { turns.removeConnection() }
    extendLifetime(connection)
  }

  override func subscribeCore(_ observer: EventReceiver<Element>) -> any DisposableObject {
    join(observer) ?? begin(observer)
  }

  private func join(_ receiver: EventReceiver<Element>) -> (any DisposableObject)? {
    var joined: SharedConnection<Element>?
    var place: SharePlace?
    turns.locked {
      joined = connection
      place = joined?.add(receiver)
    }
    guard let joined, let place else { return nil }
    return joined.welcome(receiver, place, from: source)
  }

  /// Makes the connection without the lock. If another thread has made one meanwhile, the observer joins that one.
  private func begin(_ receiver: EventReceiver<Element>) -> any DisposableObject {
    let turn = SourceTurn(turns)
    let made = connectionType.init(replay: replay, turn, SubscriptionList(sharing: turn))
    var joined = made
    let place = turns.locked {
      if let connection { joined = connection } else { turns.setConnection(made, of: turn) }
      return joined.add(receiver)
    }
    return joined.welcome(receiver, place, from: source)
  }

  /// Only called under the lock.
  private var connection: SharedConnection<Element>? {
    guard let connection = turns.connection else { return nil }
    return unsafeDowncast(connection, to: SharedConnection<Element>.self)
  }
}

/// What a connection keeps of a new observer. Its type does not depend on the element, because the runtime would look it up.
private struct SharePlace {
  var subscription: SubjectSubscription
  /// A `TypedNewcomer` of the connection's element type.
  var newcomer: Newcomer?
  var isFirst: Bool
}

/// One subscription to the source, and the observers that share it. Not final, so that it can be made from a kept type.
@usableFromInline
class SharedConnection<Element>: EventReceiver<Element> {
  /// The subscription to the source.
  fileprivate final let subscription: SourceTurn
  private final let observers: SubscriptionList
  private final let isReplaying: Bool
  /// Only touched under the lock.
  @exclusivity(unchecked) private final var latest: ReplayBuffer<Element>

  required init(replay: Int, _ subscription: SourceTurn, _ observers: SubscriptionList) {
    self.subscription = subscription
    self.observers = observers
    isReplaying = replay > 0
    latest = ReplayBuffer(size: replay)
  }

  deinit {
    let left = observers.locked { observers.removeAll() }
    extendLifetime(left)
  }

  /// Adds an observer. Called under the lock.
  fileprivate final func add(_ receiver: EventReceiver<Element>) -> SharePlace {
    let isFirst = observers.isEmpty
    let newcomer = latest.isEmpty ? nil : pastElements()
    return SharePlace(
      subscription: observers.add(receiver, after: newcomer), newcomer: newcomer, isFirst: isFirst)
  }

  private final func pastElements() -> Newcomer {
    let newcomer = TypedNewcomer<Element>()
    latest.passAll { newcomer.add($0) }
    return newcomer
  }

  /// Sends an observer the kept elements, and connects if it is the first.
  fileprivate final func welcome(
    _ receiver: EventReceiver<Element>, _ place: SharePlace, from source: Observable<Element>
  ) -> any DisposableObject {
    if let newcomer = place.newcomer {
      unsafeDowncast(newcomer, to: TypedNewcomer<Element>.self).catchUp(receiver, place.subscription, in: observers)
    }
    if place.isFirst { subscription.begin { source.subscribe(self) } }
    return place.subscription
  }

  override final func on(next element: Element) {
    if isReplaying { return keepAndSend(element) }
    send(element, to: observers.locked { observers.recipients(of: element) })
  }

  override final func on(error: any Swift.Error) {
    end(.error(error)).deliver { (receiver: EventReceiver<Element>) in
      receiver.send(error: error)
    }
    subscription.dispose()
  }

  override final func onCompletion() {
    end(.completed).deliver { (receiver: EventReceiver<Element>) in
      receiver.sendCompleted()
    }
    subscription.dispose()
  }

  private final func keepAndSend(_ element: Element) {
    // Released after all observers got the new element: the oldest element's deinit may send another one.
    var displaced = element
    let recipients = observers.locked {
      latest.keep(&displaced)
      return observers.recipients(of: element)
    }
    send(element, to: recipients)
    extendLifetime(displaced)
  }

  private final func send(_ element: Element, to recipients: [SubjectPlace]) {
    recipients.deliver { (receiver: EventReceiver<Element>) in
      receiver.send(next: element)
    }
    observers.takeOver(Element.self)
  }

  /// Removes the observers and the connection: an observer that comes later starts a new connection.
  private final func end(_ ending: SequenceEnding) -> [SubjectPlace] {
    let (told, connection) = observers.locked { (observers.removeAll(at: ending), subscription.noteOver()) }
    extendLifetime(connection)
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
    super.init(
      subject, entrance: { { subject.subscribe($0) } }, connect: { source.subscribe(subject.asEventReceiver()) })
  }
}
