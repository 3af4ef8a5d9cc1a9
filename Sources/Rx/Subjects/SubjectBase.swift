import TraceFormat

/// What all subjects have in common: who is subscribed, and how it ended.
///
/// Everything that is kept under the lock has a type that does not depend on `Element`, because unspecialised code would
/// have to look such a type up for every event.
public class SubjectBase<Element>: Observable<Element>, ObserverType, Cancelable {
  let lock = RecursiveLock()
  private var places: [SubjectPlace] = []
  private var ending: SequenceEnding?
  private var isGone = false
  #if DEBUG
    private let tracker = SynchronizationTracker()
  #endif

  override init() {
    super.init()
  }

  /// Whether somebody is subscribed.
  public final var hasObservers: Bool { lock.withLock { !places.isEmpty } }

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
      for place in accept(element) where !place.isDisposed {
        unsafeDowncast(place.receiver, to: EventReceiver<Element>.self).receive(next: element)
      }
    }
  }

  public final func onError(_ error: any Swift.Error) {
    send(.error, .value(error)) {
      for place in end(.error(error)) where !place.isDisposed {
        unsafeDowncast(place.receiver, to: EventReceiver<Element>.self).receive(error: error)
      }
    }
  }

  public final func onCompleted() {
    send(.completed, .none) {
      for place in end(.completed) where !place.isDisposed {
        let receiver = unsafeDowncast(place.receiver, to: EventReceiver<Element>.self)
        giveLast(to: receiver)
        receiver.receiveCompleted()
      }
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
        let subscription = SubjectSubscription(subject: self)
        places.append(SubjectPlace(subscription, receiver))
        greet(receiver)
        return subscription
      }
      return NopDisposable.noOp
    }
  }

  /// Lets go of all observers. Whoever subscribes from now on gets ``RxError/disposed(object:)``.
  public final func dispose() {
    _ = lock.withLock {
      isGone = true
      ending = nil
      forget()
      defer { places = [] }
      return places
    }
  }

  /// Keeps an element that is being sent. Called under the lock.
  func remember(_ element: Element) {}

  /// Lets go of what was kept. Called under the lock.
  func forget() {}

  /// Gives a newcomer what was kept, also after the end. Called under the lock.
  func replay(to receiver: EventReceiver<Element>) {}

  /// Gives something to who has joined already, and so gets what it sends in answer. Called under the lock.
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
      guard ending == nil && !isGone else { return [] }
      remember(element)
      return sendsAtOnce ? places : []
    }
  }

  /// Ends the sequence; gives those who are to be told, nobody when it had ended before.
  private func end(_ how: SequenceEnding) -> [SubjectPlace] {
    lock.withLock {
      guard ending == nil && !isGone else { return [] }
      ending = how
      defer { places = [] }
      return places
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

extension SubjectBase: SubscriptionOwner {
  final func remove(_ subscription: SubjectSubscription) {
    lock.withLock {
      // Not `removeAll`: what an observer frees as it goes may use the subject, whose places nobody may be changing.
      guard let index = places.firstIndex(where: { $0.subscription === subscription }) else { return }
      places.remove(at: index)
    }
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
