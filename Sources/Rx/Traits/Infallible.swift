/// A type that is, or can be turned into, a sequence that cannot fail.
public protocol InfallibleType: ObservableConvertibleType {}

/// A sequence that cannot fail.
///
///     let names = Infallible<String>.create { observer in
///       observer(.next("Ada"))
///       observer(.completed)
///       return Disposables.create()
///     }
///     _ = names.subscribe(onNext: { print($0) })
///     // Prints: Ada
///
/// Unlike ``SharedSequence`` it is not shared, and delivers on the thread that the sequence uses.
public struct Infallible<Element>: InfallibleType {
  private let source: Observable<Element>

  /// - Parameter source: must not fail.
  init(_ source: Observable<Element>) {
    self.source = source
  }

  public func asObservable() -> Observable<Element> { source }
}

/// An event of an ``Infallible``.
public enum InfallibleEvent<Element> {
  /// The sequence produced an element.
  case next(Element)
  /// The sequence has completed.
  case completed
}

extension InfallibleEvent: EventConvertible {
  public var event: Event<Element> {
    switch self {
    case .next(let element): .next(element)
    case .completed: .completed
    }
  }
}

extension Infallible {
  /// Takes the events of a sequence that cannot fail.
  public typealias InfallibleObserver = (InfallibleEvent<Element>) -> Void

  /// A sequence whose events a closure sends, called for each subscription.
  public static func create(
    subscribe: @escaping (@escaping InfallibleObserver) -> any Disposable
  ) -> Infallible<Element> {
    Infallible(
      Observable.create { observer in
        subscribe { event in
          switch event {
          case .next(let element): observer.onNext(element)
          case .completed: observer.onCompleted()
          }
        }
      })
  }
}

extension InfallibleType {
  /// Subscribes one closure to all events.
  public func subscribe(_ on: @escaping (InfallibleEvent<Element>) -> Void) -> any Disposable {
    subscribe(onNext: { on(.next($0)) }, onCompleted: { on(.completed) })
  }

  /// Subscribes a closure to each kind of event.
  /// - Parameter onDisposed: called once when the subscription ends, for whatever reason.
  public func subscribe(
    onNext: ((Element) -> Void)? = nil, onCompleted: (() -> Void)? = nil, onDisposed: (() -> Void)? = nil
  ) -> any Disposable {
    asObservable().subscribe(onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
  }

  /// Subscribes closures, and passes each an object that the subscription does not retain.
  public func subscribe<Object: AnyObject>(
    with object: Object, onNext: ((Object, Element) -> Void)? = nil, onCompleted: ((Object) -> Void)? = nil,
    onDisposed: ((Object) -> Void)? = nil
  ) -> any Disposable {
    asObservable().subscribe(with: object, onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
  }
}

extension ObservableConvertibleType {
  /// This sequence; if it fails, `element` and the completion follow.
  ///
  ///     _ = Observable<Int>.error(RxError.timeout).asInfallible(onErrorJustReturn: 0).subscribe(onNext: { print($0) })
  ///     // Prints: 0
  public func asInfallible(onErrorJustReturn element: Element) -> Infallible<Element> {
    Infallible(asObservable().catchAndReturn(element))
  }

  /// This sequence; if it fails, another one follows.
  public func asInfallible(onErrorFallbackTo infallible: Infallible<Element>) -> Infallible<Element> {
    Infallible(asObservable().catch { _ in infallible.asObservable() })
  }

  /// This sequence; if it fails, the result of `onErrorRecover` follows.
  public func asInfallible(
    onErrorRecover: @escaping (any Swift.Error) -> Infallible<Element>
  ) -> Infallible<Element> {
    Infallible(asObservable().catch { onErrorRecover($0).asObservable() })
  }
}
