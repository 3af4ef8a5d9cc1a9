/// A value that can be observed: a behavior subject that can neither fail nor complete.
///
///     let relay = BehaviorRelay(value: 1)
///     _ = relay.subscribe(onNext: { print($0) })
///     relay.accept(relay.value + 1)
///     // Prints: 1
///     //         2
public final class BehaviorRelay<Element>: ObservableType {
  private let subject: BehaviorSubject<Element>

  /// - Parameter value: the first value.
  public init(value: Element) {
    subject = BehaviorSubject(value: value)
  }

  /// The latest value.
  public var value: Element {
    // The subject never fails and is never disposed, because only the relay has it.
    (try? subject.value())!
  }

  /// Changes the value, and sends it to all observers.
  public func accept(_ event: Element) { subject.onNext(event) }

  public func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
  where Observer.Element == Element {
    subject.subscribe(observer)
  }

  public func asObservable() -> Observable<Element> { subject }
}
