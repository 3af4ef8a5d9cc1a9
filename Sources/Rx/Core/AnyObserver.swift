/// A type-erased observer.
///
/// `create` passes one to its closure. It is only a handle: if it was made from a sink, its `on` is the sink's `on`.
public struct AnyObserver<Element>: ObserverType {
  /// Takes events.
  public typealias EventHandler = (Event<Element>) -> Void

  private let receiver: EventReceiver<Element>

  /// An observer that calls a closure with each event.
  public init(eventHandler: @escaping EventHandler) {
    receiver = HandlingReceiver(eventHandler)
  }

  init(receiver: EventReceiver<Element>) {
    self.receiver = receiver
  }

  /// Erases an observer's type.
  public init<Observer: ObserverType>(_ observer: Observer) where Observer.Element == Element {
    receiver = observer.asEventReceiver()
  }

  public func on(_ event: Event<Element>) { receiver.on(event) }

  public func onNext(_ element: Element) { receiver.send(next: element) }

  public func onError(_ error: any Swift.Error) { receiver.send(error: error) }

  public func onCompleted() { receiver.sendCompleted() }

  public func asObserver() -> AnyObserver<Element> { self }

  public func asEventReceiver() -> EventReceiver<Element> { receiver }
}

extension ObserverType {
  /// The observer with its type erased.
  public func asObserver() -> AnyObserver<Element> { AnyObserver(self) }

  /// An observer that takes elements of another type, transforms each, and passes the result to this observer.
  ///
  /// An error thrown by `transform` reaches this observer as an error event.
  public func mapObserver<Result>(_ transform: @escaping (Result) throws -> Element) -> AnyObserver<Result> {
    AnyObserver { event in self.on(event.map(transform)) }
  }
}

/// Calls a closure with each event.
private final class HandlingReceiver<Element>: EventReceiver<Element> {
  private let handler: (Event<Element>) -> Void

  init(_ handler: @escaping (Event<Element>) -> Void) {
    self.handler = handler
  }

  override func on(next element: Element) { handler(.next(element)) }
  override func on(error: any Swift.Error) { handler(.error(error)) }
  override func onCompletion() { handler(.completed) }
}
