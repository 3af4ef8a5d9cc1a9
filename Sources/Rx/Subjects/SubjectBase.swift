import TraceFormat

/// The base of all subjects: the list of observers, and the terminal event.
///
/// No property under the lock has a type that depends on `Element`, because it would be looked up for every event.
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
    extendLifetime(left)
  }

  /// Whether there are observers.
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
    send(.next, .value(element)) {
      take(element)
      observers.takeOver(Element.self)
    }
  }

  public final func onError(_ error: any Swift.Error) {
    send(.error, .value(error: error)) {
      end(.error(error)).deliver { (receiver: EventReceiver<Element>) in
        receiver.send(error: error)
      }
    }
  }

  public final func onCompleted() {
    send(.completed, .none) {
      let told = end(.completed)
      told.deliver { (receiver: EventReceiver<Element>) in giveLast(to: receiver) }
      told.deliver { (receiver: EventReceiver<Element>) in receiver.sendCompleted() }
    }
  }

  public final func asEventReceiver() -> EventReceiver<Element> { SubjectReceiver(self) }

  /// Subscribes an observer, which gets the elements that the subject has kept before any later event: see `Newcomer`.
  public final override func subscribeCore(_ observer: EventReceiver<Element>) -> any DisposableObject {
    let (subscription, newcomer) = observers.locked { admit(observer) }
    newcomer?.catchUp(observer, subscription, in: observers)
    return subscription ?? NopDisposable.noOp
  }

  /// Releases all observers. An observer that subscribes later gets ``RxError/disposed(object:)``.
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
      // The observers' closures and the kept elements are released here, after the lock.
      extendLifetime(released)
    }
  }

  /// Keeps an element if the subject does that, and sends it to the observers.
  func take(_ element: Element) {
    give(element, to: observers.locked { isOpen ? observers.recipients(of: element) : [] })
  }

  /// Removes the kept elements. Called under the lock.
  /// - Returns: the elements, for the caller to release.
  func forget() -> Any? { nil }

  /// The events that a new observer gets first; nil for none. Called under the lock.
  /// - Parameter ending: the terminal event, which the observer gets last; nil while the sequence goes on.
  func past(before ending: SequenceEnding?) -> TypedNewcomer<Element>? {
    ending == nil ? nil : latecomer(after: ending)
  }

  /// A function of its own, because the type would be looked up for each new observer otherwise.
  @inline(never)
  private func latecomer(after ending: SequenceEnding?) -> TypedNewcomer<Element> { TypedNewcomer(ending: ending) }

  /// Sends an observer the element that comes right before the completion, if any.
  func giveLast(to receiver: EventReceiver<Element>) {}

  /// The error that ended the sequence; nil if it goes on or has completed.
  final var endingError: (any Swift.Error)? {
    if case .error(let error)? = ending { return error }
    return nil
  }

  final override var role: ObjectRole { .subject }

  @inline(__always)
  final func give(_ element: Element, to recipients: [SubjectPlace]) {
    recipients.deliver { (receiver: EventReceiver<Element>) in
      receiver.send(next: element)
    }
  }

  private func admit(
    _ receiver: EventReceiver<Element>
  ) -> (subscription: SubjectSubscription?, newcomer: TypedNewcomer<Element>?) {
    if isGone { return (nil, TypedNewcomer(ending: .error(RxError.disposed(object: self)))) }
    let newcomer = past(before: ending)
    return (ending == nil ? observers.add(receiver, after: newcomer) : nil, newcomer)
  }

  /// Ends the sequence. Returns the observers that get the terminal event; none if the sequence had ended before.
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

/// Sends a subject the events of a sequence that it observes.
private final class SubjectReceiver<Element>: EventReceiver<Element> {
  private let subject: SubjectBase<Element>

  init(_ subject: SubjectBase<Element>) {
    self.subject = subject
  }

  override func on(next element: Element) { subject.onNext(element) }
  override func on(error: any Swift.Error) { subject.onError(error) }
  override func onCompletion() { subject.onCompleted() }
}
