/// What receives the events of a sequence.
public protocol ObserverType {
  associatedtype Element
  /// Takes the sequence's next event.
  func on(_ event: Event<Element>)

  /// The engine's own kind of observer that stands for this one.
  ///
  /// There is no need to implement it: the default wraps the observer.
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

/// Gives events to an observer of a type that the engine does not know.
private final class ForwardingReceiver<Observer: ObserverType>: EventReceiver<Observer.Element> {
  private let observer: Observer

  init(_ observer: Observer) {
    self.observer = observer
  }

  override func on(next element: Observer.Element) { observer.on(.next(element)) }
  override func on(error: any Swift.Error) { observer.on(.error(error)) }
  override func onCompletion() { observer.on(.completed) }
}
