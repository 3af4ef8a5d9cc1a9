import Synchronization

/// A sequence that is started separately from being subscribed to.
public protocol ConnectableObservableType: ObservableType {
  /// Starts the sequence for all present and future observers.
  /// - Returns: a disposable that ends the connection.
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
  public override class var traits: Traits { .shares }

  override init() {
    super.init()
  }

  /// Subscribes to the source for all observers. While connected, another call changes nothing.
  /// - Returns: a disposable that ends the subscription to the source. The observers stay subscribed. They get the next
  ///   connection's events only if ``ObservableType/multicast(_:)`` was given the subject, so that it stays the same.
  public func connect() -> any Disposable { abstractMethod() }

  /// A function that subscribes observers to one connection: the current one, or the next one if there is none. The
  /// function keeps to that connection's subject, even after the connection has ended.
  func entrance() -> (EventReceiver<Element>) -> any DisposableObject {
    { self.subscribe($0) }
  }
}

/// Sends the source's events to a subject while a connection lasts.
final class ConnectableObservableAdapter<Subject: SubjectType>: ConnectableObservable<Subject.Element> {
  private let source: Observable<Subject.Observer.Element>
  private let makeSubject: () -> Subject
  private let lock = StateLock(())
  // Only touched under the lock.
  private var subject: Subject?
  private var connection: Connection<Subject.Observer.Element>?
  /// The number of connections that have ended.
  private var number = 0

  /// - Parameter makeSubject: called for each connection, at the first subscription or when it connects.
  init(source: Observable<Subject.Observer.Element>, makeSubject: @escaping () -> Subject) {
    self.source = source
    self.makeSubject = makeSubject
  }

  override func connect() -> any Disposable {
    var current = lock.locked { connection }
    while current == nil {
      let (subject, number) = currentSubject()
      let made = Connection(observer: subject.asObserver().asEventReceiver()) { self.detach($0) }
      current = lock.locked {
        // If a connection has started and ended meanwhile, its end has removed the subject.
        if connection == nil && number == self.number { connection = made }
        return connection
      }
      if current === made { made.subscription.setDisposable(source.subscribe(made)) }
    }
    return current ?? Disposables.create()
  }

  override func subscribeCore(_ observer: EventReceiver<Subject.Element>) -> any DisposableObject {
    subscribeCore(observer, to: currentSubject().subject)
  }

  func subscribeCore(_ observer: EventReceiver<Subject.Element>, to subject: Subject) -> any DisposableObject {
    subject.asObservable().subscribe(observer)
  }

  override func entrance() -> (EventReceiver<Subject.Element>) -> any DisposableObject {
    let subject = currentSubject().subject
    return { observer in
      Tracing.call(.subscribe, on: self, with: observer) { self.subscribeCore(observer, to: subject) }
    }
  }

  /// Calls the closure without the lock: if two threads make a subject at once, the first one's is used.
  /// - Returns: the subject, and how many connections have ended before it was made.
  private func currentSubject() -> (subject: Subject, number: Int) {
    if let known = lock.locked({ subject.map { ($0, number) } }) { return known }
    let made = makeSubject()
    return lock.locked {
      let current = subject ?? made
      subject = current
      return (current, number)
    }
  }

  /// Removes a connection that has ended, and its subject: the next connection makes a new one.
  private func detach(_ ended: AnyObject) {
    let released = lock.locked { () -> (Connection<Subject.Observer.Element>?, Subject?) in
      guard connection === ended else { return (nil, nil) }
      defer {
        connection = nil
        subject = nil
        number += 1
      }
      return (connection, subject)
    }
    extendLifetime(released)
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
    if !isDisposed.load(ordering: .relaxed) { observer.send(next: element) }
  }

  override func on(error: any Swift.Error) {
    if end() { observer.send(error: error) }
  }

  override func onCompletion() {
    if end() { observer.sendCompleted() }
  }

  func dispose() { _ = end() }

  /// Called before the terminal event is sent: whatever subscribes or connects from within it gets a new connection.
  private func end() -> Bool {
    guard !isDisposed.exchange(true, ordering: .acquiringAndReleasing) else { return false }
    detach(self)
    subscription.dispose()
    return true
  }

  override var nextStage: EngineObject? { observer }
}
