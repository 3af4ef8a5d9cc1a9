import TraceFormat

/// What all subjects have in common: who is subscribed, and how it ended.
///
/// Everything that is kept under the lock has a type that does not depend on `Element`, because unspecialised code would
/// have to look such a type up for every event.
public class SubjectBase<Element>: Observable<Element>, ObserverType, Cancelable {
  final let observers = SubscriptionList()
  // All three are only touched under the lock of `observers`.
  @exclusivity(unchecked) private final var ending: SequenceEnding?
  @exclusivity(unchecked) final private(set) var isGone = false
  @exclusivity(unchecked) final private(set) var isOpen = true
  #if DEBUG
    private let tracker = SynchronizationTracker()
  #endif

  override init() {
    super.init()
  }

  deinit {
    let left = observers.locked { observers.removeAll() }
    withExtendedLifetime(left) {}
  }

  /// Whether somebody is subscribed.
  public final var hasObservers: Bool { observers.locked { !observers.isEmpty } }

  public final var isDisposed: Bool { observers.locked { isGone } }

  public final func on(_ event: Event<Element>) {
    switch event {
    case .next(let element): onNext(element)
    case .error(let error): onError(error)
    case .completed: onCompleted()
    }
  }

  public final func onNext(_ element: Element) {
    send(.next, .value(element)) { take(element) }
    observers.waitForNewcomers()
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

  /// A newcomer gets what the subject remembers before anything that is sent from now on: see `Newcomer`.
  public final override func subscribeCore(_ observer: EventReceiver<Element>) -> any DisposableObject {
    let (subscription, newcomer) = observers.locked { admit(observer) }
    newcomer?.catchUp(observer, in: observers)
    return subscription ?? NopDisposable.noOp
  }

  /// Lets go of all observers. Whoever subscribes from now on gets ``RxError/disposed(object:)``.
  public final func dispose() {
    let isFirst = observers.locked { () -> Bool in
      defer { isGone = true }
      isOpen = false
      return !isGone
    }
    guard isFirst else { return }
    Tracing.call(.dispose, on: self) {
      let released = observers.locked {
        defer { ending = nil }
        return (observers.removeAll(), ending, forget())
      }
      // Only now what observers captured and what was kept may go.
      withExtendedLifetime(released) {}
    }
  }

  /// Takes in an element and gives it to the observers.
  func take(_ element: Element) {
    give(element, to: observers.locked { isOpen ? observers.recipients(of: element) : [] })
  }

  /// Lets go of what was kept. Called under the lock.
  /// - Returns: what was kept, for the caller to release.
  func forget() -> Any? { nil }

  /// What a newcomer gets first; nil for nothing. Called under the lock.
  /// - Parameter ending: how the sequence has ended, which the newcomer is told last; nil while it goes on.
  func past(before ending: SequenceEnding?) -> TypedNewcomer<Element>? {
    ending == nil ? nil : latecomer(after: ending)
  }

  /// Apart, because the type would be looked up for each observer otherwise.
  @inline(never)
  private func latecomer(after ending: SequenceEnding?) -> TypedNewcomer<Element> { TypedNewcomer(ending: ending) }

  /// What observers get right before the end.
  func giveLast(to receiver: EventReceiver<Element>) {}

  /// How the sequence ended; nil while it goes on.
  final var endingError: (any Swift.Error)? {
    if case .error(let error)? = ending { return error }
    return nil
  }

  final override var role: ObjectRole { .subject }

  @inline(__always)
  final func give(_ element: Element, to recipients: [SubjectPlace]) {
    recipients.deliver { (receiver: EventReceiver<Element>) in
      receiver.receive(next: element)
    }
  }

  private func admit(
    _ receiver: EventReceiver<Element>
  ) -> (subscription: SubjectSubscription?, newcomer: TypedNewcomer<Element>?) {
    if isGone { return (nil, TypedNewcomer(ending: .error(RxError.disposed(object: self)))) }
    let newcomer = past(before: ending)
    return (ending == nil ? observers.add(receiver, after: newcomer) : nil, newcomer)
  }

  /// Ends the sequence; gives those who are to be told, nobody when it had ended before.
  private func end(_ how: SequenceEnding) -> [SubjectPlace] {
    observers.locked {
      guard isOpen else { return [] }
      isOpen = false
      ending = how
      return observers.removeAll(at: how)
    }
  }

  @inline(__always)
  private func send(_ event: EventCode, _ payload: @autoclosure () -> EncodedPayload, _ deliver: () -> Void) {
    #if DEBUG
      tracker.enter(self)
      defer { tracker.leave() }
      LockOrder.delivering(CallSite(#fileID, #line)) { Tracing.deliver(.on, event, to: self, payload(), deliver) }
    #else
      Tracing.deliver(.on, event, to: self, payload(), deliver)
    #endif
  }
}

/// Gives a subject the events of a sequence that it observes.
private final class SubjectReceiver<Element>: EventReceiver<Element> {
  private let subject: SubjectBase<Element>

  init(_ subject: SubjectBase<Element>) {
    self.subject = subject
  }

  override func on(next element: Element) { subject.onNext(element) }
  override func on(error: any Swift.Error) { subject.onError(error) }
  override func onCompletion() { subject.onCompleted() }
}
