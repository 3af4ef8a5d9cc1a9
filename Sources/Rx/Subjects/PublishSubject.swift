import Synchronization
import TraceFormat

/// Gives each event to everyone who is subscribed at that moment.
///
///     let subject = PublishSubject<String>()
///     subject.onNext("nobody listens")
///     _ = subject.subscribe(onNext: { print($0) })
///     subject.onNext("hello")
///     // Prints: hello
///
/// Events may come from any thread, one at a time.
public final class PublishSubject<Element>: Observable<Element>, SubjectType, ObserverType, Cancelable {
  public typealias Observer = PublishSubject<Element>

  private struct State: @unchecked Sendable {
    var observers: [Subscriber] = []
    var lastKey: UInt64 = 0
    var stopEvent: Event<Element>?
    var isDisposed = false
  }

  private struct Subscriber {
    let key: UInt64
    let receiver: EventReceiver<Element>
  }

  /// What becomes of a newcomer.
  private enum Answer {
    case subscribed(UInt64)
    case stopped(Event<Element>)
  }

  private let state = Mutex(State())
  #if DEBUG
    private let tracker = SynchronizationTracker()
  #endif

  public override init() {
    super.init()
  }

  /// Whether somebody is subscribed.
  public var hasObservers: Bool { state.withLock { !$0.observers.isEmpty } }

  public var isDisposed: Bool { state.withLock { $0.isDisposed } }

  public func on(_ event: Event<Element>) {
    switch event {
    case .next(let element): onNext(element)
    case .error(let error): onError(error)
    case .completed: onCompleted()
    }
  }

  public func onNext(_ element: Element) {
    send(.next, .value(element)) {
      for subscriber in currentObservers() { subscriber.receiver.receive(next: element) }
    }
  }

  public func onError(_ error: any Swift.Error) {
    send(.error, .value(error)) {
      for subscriber in stop(.error(error)) { subscriber.receiver.receive(error: error) }
    }
  }

  public func onCompleted() {
    send(.completed, .none) {
      for subscriber in stop(.completed) { subscriber.receiver.receiveCompleted() }
    }
  }

  public override func subscribe(receiver: EventReceiver<Element>) -> any Disposable {
    let subject = Unchecked(self)
    let newcomer = Unchecked(receiver)
    let answer = state.withLock { state -> Unchecked<Answer> in
      if state.isDisposed { return Unchecked(.stopped(.error(RxError.disposed(object: subject.value)))) }
      if let event = state.stopEvent { return Unchecked(.stopped(event)) }
      state.lastKey += 1
      state.observers.append(Subscriber(key: state.lastKey, receiver: newcomer.value))
      return Unchecked(.subscribed(state.lastKey))
    }
    switch answer.value {
    case .subscribed(let key): return SubjectSubscription { [weak self] in self?.unsubscribe(key) }
    case .stopped(let event):
      receiver.on(event)
      return Disposables.create()
    }
  }

  public func asObserver() -> PublishSubject<Element> { self }

  /// Lets go of all observers. Whoever subscribes from now on gets ``RxError/disposed(object:)``.
  public func dispose() {
    state.withLock { state in
      state.isDisposed = true
      state.observers = []
      state.stopEvent = nil
    }
  }

  private func currentObservers() -> [Subscriber] {
    state.withLock { Unchecked($0.observers) }.value
  }

  /// Ends the sequence; gives those who are to be told, nobody when it had ended before.
  private func stop(_ event: Event<Element>) -> [Subscriber] {
    let event = Unchecked(event)
    return state.withLock { state -> Unchecked<[Subscriber]> in
      guard state.stopEvent == nil && !state.isDisposed else { return Unchecked([]) }
      state.stopEvent = event.value
      defer { state.observers = [] }
      return Unchecked(state.observers)
    }.value
  }

  private func unsubscribe(_ key: UInt64) {
    state.withLock { $0.observers.removeAll { $0.key == key } }
  }

  @inline(__always)
  private func send(_ event: EventCode, _ payload: @autoclosure () -> EncodedPayload, _ deliver: () -> Void) {
    #if DEBUG
      tracker.enter(self)
      defer { tracker.leave() }
    #endif
    Tracing.deliver(.on, event, to: self, payload(), deliver)
  }

  override var role: ObjectRole { .subject }
}
