import Synchronization

/// A sequence that is started apart from being subscribed to.
public protocol ConnectableObservableType: ObservableType {
  /// Starts the sequence for all who are subscribed, and those who will be.
  /// - Returns: what ends it.
  func connect() -> any Disposable
}

/// A sequence that all observers share, and that starts when ``connect()`` is called.
///
///     let numbers = Observable.of(1, 2).publish()
///     _ = numbers.subscribe(onNext: { print("a\($0)") })
///     _ = numbers.subscribe(onNext: { print("b\($0)") })
///     _ = numbers.connect()
///     // Prints: a1
///     //         b1
///     //         a2
///     //         b2
public class ConnectableObservable<Element>: Observable<Element>, ConnectableObservableType {
  override init() {
    super.init()
  }

  /// Subscribes to the source, once however often it is called, for all observers.
  /// - Returns: what ends the subscription to the source. The observers stay; they hear of the next connection where
  ///   ``ObservableType/multicast(_:)`` was given its subject, and not where each connection has a subject of its own.
  public func connect() -> any Disposable { abstractMethod() }
}

/// Hands the source's events to a subject while a connection lasts.
final class ConnectableObservableAdapter<Subject: SubjectType>: ConnectableObservable<Subject.Element> {
  private let source: Observable<Subject.Observer.Element>
  private let makeSubject: () -> Subject
  private let lock = RecursiveLock()
  // Only touched under the lock.
  private var subject: Subject?
  private var connection: Connection<Subject.Observer.Element>?

  /// - Parameter makeSubject: called for each connection, when somebody subscribes or connects.
  init(source: Observable<Subject.Observer.Element>, makeSubject: @escaping () -> Subject) {
    self.source = source
    self.makeSubject = makeSubject
  }

  override func connect() -> any Disposable {
    let (connection, isNew) = lock.withLock { currentConnection() }
    if isNew { connection.subscription.setDisposable(source.subscribe(connection)) }
    return connection
  }

  override func subscribe(receiver: EventReceiver<Subject.Element>) -> any DisposableObject {
    lock.withLock { currentSubject() }.asObservable().subscribe(receiver)
  }

  private func currentConnection() -> (Connection<Subject.Observer.Element>, isNew: Bool) {
    if let connection { return (connection, false) }
    let made = Connection(observer: currentSubject().asObserver().asEventReceiver()) { self.detach($0) }
    connection = made
    return (made, true)
  }

  private func currentSubject() -> Subject {
    if let subject { return subject }
    let made = makeSubject()
    subject = made
    return made
  }

  /// The next connection has a subject of its own.
  private func detach(_ ended: AnyObject) {
    lock.withLock {
      guard connection === ended else { return }
      connection = nil
      subject = nil
    }
  }
}

/// One subscription to the source, and the handle that ends it.
private final class Connection<Element>: EventReceiver<Element>, DisposableObject {
  let subscription = SingleAssignmentDisposable()
  private let isDisposed = Atomic<Bool>(false)
  private let observer: EventReceiver<Element>
  private let detach: (AnyObject) -> Void

  init(observer: EventReceiver<Element>, detach: @escaping (AnyObject) -> Void) {
    self.observer = observer
    self.detach = detach
  }

  override func on(next element: Element) {
    if !isDisposed.load(ordering: .relaxed) { observer.receive(next: element) }
  }

  override func on(error: any Swift.Error) {
    if end() { observer.receive(error: error) }
  }

  override func onCompleted() {
    if end() { observer.receiveCompleted() }
  }

  func dispose() { _ = end() }

  /// Whoever subscribes or connects from within the last event finds everything made anew.
  private func end() -> Bool {
    guard !isDisposed.exchange(true, ordering: .acquiringAndReleasing) else { return false }
    detach(self)
    subscription.dispose()
    return true
  }

  override var nextStage: EngineObject? { observer }
}
