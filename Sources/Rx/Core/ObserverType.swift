/// A receiver of a sequence's events.
public protocol ObserverType {
  associatedtype Element
  /// Takes the sequence's next event.
  func on(_ event: Event<Element>)

  /// The engine's own kind of observer, which forwards to this one.
  ///
  /// The default implementation wraps the observer; there is no need for another.
  func asEventReceiver() -> EventReceiver<Element>
}

extension ObserverType {
  public func asEventReceiver() -> EventReceiver<Element> { ForwardingReceiver(self) }

  /// Shorthand for `on(.next(element))`.
  public func onNext(_ element: Element) { on(.next(element)) }

  /// Shorthand for `on(.error(error))`.
  public func onError(_ error: any Swift.Error) { on(.error(error)) }

  /// Shorthand for `on(.completed)`.
  public func onCompleted() { on(.completed) }
}

/// Forwards events to an observer whose type is not the engine's.
private final class ForwardingReceiver<Observer: ObserverType>: EventReceiver<Observer.Element> {
  private let observer: Observer

  init(_ observer: Observer) {
    self.observer = observer
  }

  override func on(next element: Observer.Element) { observer.on(.next(element)) }
  override func on(error: any Swift.Error) { observer.on(.error(error)) }
  override func onCompletion() { observer.on(.completed) }
}
