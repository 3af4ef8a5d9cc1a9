import TraceFormat

/// What all subjects have in common: who is subscribed, and how it ended.
///
/// Everything that is kept under the lock has a type that does not depend on `Element`, because unspecialised code would
/// have to look such a type up for every event.
public class SubjectBase<Element>: Observable<Element>, ObserverType, Cancelable {
  final let lock: RecursiveLock
  private final let observers: SubscriptionList
  // All three are only touched under the lock.
  @exclusivity(unchecked) private final var ending: SequenceEnding?
  @exclusivity(unchecked) private final var isGone = false
  @exclusivity(unchecked) private final var isOpen = true
  #if DEBUG
    private let tracker = SynchronizationTracker()
  #endif

  override init() {
    lock = RecursiveLock()
    observers = SubscriptionList(lock: lock)
    super.init()
  }

  deinit {
    _ = lock.withLock { observers.removeAll() }
  }

  /// Whether somebody is subscribed.
  public final var hasObservers: Bool { lock.withLock { !observers.isEmpty } }

  public final var isDisposed: Bool { lock.withLock { isGone } }

  public final func on(_ event: Event<Element>) {
    switch event {
    case .next(let element): onNext(element)
    case .error(let error): onError(error)
    case .completed: onCompleted()
    }
  }

  public final func onNext(_ element: Element) {
    send(.next, .value(element)) {
      accept(element).deliver { (receiver: EventReceiver<Element>) in
        receiver.receive(next: element)
      }
    }
  }

  public final func onError(_ error: any Swift.Error) {
    send(.error, .value(error)) {
      end(.error(error)).deliver { (receiver: EventReceiver<Element>) in
        receiver.receive(error: error)
      }
    }
  }

  public final func onCompleted() {
    send(.completed, .none) {
      let told = end(.completed)
      told.deliver { (receiver: EventReceiver<Element>) in giveLast(to: receiver) }
      told.deliver { (receiver: EventReceiver<Element>) in receiver.receiveCompleted() }
    }
  }

  public final func asEventReceiver() -> EventReceiver<Element> { SubjectReceiver(self) }

  /// A newcomer gets what the subject remembers while nobody else can send, so that nothing comes twice or is missed.
  public final override func subscribe(receiver: EventReceiver<Element>) -> any DisposableObject {
    lock.withLock {
      if isGone {
        receiver.receive(error: RxError.disposed(object: self))
        return NopDisposable.noOp
      }
      replay(to: receiver)
      switch ending {
      case .error(let error): receiver.receive(error: error)
      case .completed:
        giveLast(to: receiver)
        receiver.receiveCompleted()
      case nil:
        let subscription = observers.add(receiver)
        greet(receiver)
        return subscription
      }
      return NopDisposable.noOp
    }
  }

  /// Lets go of all observers. Whoever subscribes from now on gets ``RxError/disposed(object:)``.
  public final func dispose() {
    lock.withLock {
      isGone = true
      isOpen = false
      _ = observers.removeAll()
      ending = nil
      forget()
    }
  }

  /// Keeps an element that is being sent. Called under the lock.
  func remember(_ element: Element) {}

  /// Lets go of what was kept. Called under the lock.
  func forget() {}

  /// Gives a newcomer what was kept. Called under the lock.
  func replay(to receiver: EventReceiver<Element>) {}

  /// Gives a newcomer what comes before anything that is sent from now on, be it by the newcomer. Called under the lock.
  func greet(_ receiver: EventReceiver<Element>) {}

  /// Whether elements go to observers as they come. An async subject keeps the last one for the end.
  var sendsAtOnce: Bool { true }

  /// What observers get right before the end.
  func giveLast(to receiver: EventReceiver<Element>) {}

  /// How the sequence ended; nil while it goes on.
  final var endingError: (any Swift.Error)? {
    if case .error(let error)? = ending { return error }
    return nil
  }

  final override var role: ObjectRole { .subject }

  private func accept(_ element: Element) -> [SubjectPlace] {
    lock.withLock {
      guard isOpen else { return [] }
      remember(element)
      return sendsAtOnce ? observers.current : []
    }
  }

  /// Ends the sequence; gives those who are to be told, nobody when it had ended before.
  private func end(_ how: SequenceEnding) -> [SubjectPlace] {
    lock.withLock {
      guard isOpen else { return [] }
      isOpen = false
      ending = how
      return observers.removeAll()
    }
  }

  @inline(__always)
  private func send(_ event: EventCode, _ payload: @autoclosure () -> EncodedPayload, _ deliver: () -> Void) {
    #if DEBUG
      tracker.enter(self)
      defer { tracker.leave() }
    #endif
    Tracing.deliver(.on, event, to: self, payload(), deliver)
  }
}

/// How a sequence ended.
private enum SequenceEnding {
  case error(any Swift.Error)
  case completed
}

/// Gives a subject the events of a sequence that it observes.
private final class SubjectReceiver<Element>: EventReceiver<Element> {
  private let subject: SubjectBase<Element>

  init(_ subject: SubjectBase<Element>) {
    self.subject = subject
  }

  override func on(next element: Element) { subject.onNext(element) }
  override func on(error: any Swift.Error) { subject.onError(error) }
  override func onCompleted() { subject.onCompleted() }
}
