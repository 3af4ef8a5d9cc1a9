/// What is, or can be turned into, a sequence that does not fail.
public protocol InfallibleType: ObservableConvertibleType {}

/// A sequence that does not fail.
///
///     let names = Infallible<String>.create { observer in
///       observer(.next("Ada"))
///       observer(.completed)
///       return Disposables.create()
///     }
///     _ = names.subscribe(onNext: { print($0) })
///     // Prints: Ada
///
/// Unlike ``SharedSequence`` it is not shared, and delivers on whatever thread the sequence uses.
public struct Infallible<Element>: InfallibleType {
  private let source: Observable<Element>

  /// - Parameter source: does not fail.
  init(_ source: Observable<Element>) {
    self.source = source
  }

  public func asObservable() -> Observable<Element> { source }
}

/// What an ``Infallible`` is made of.
public enum InfallibleEvent<Element> {
  /// The sequence produced an element.
  case next(Element)
  /// The sequence has ended.
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
  /// Takes what a sequence that does not fail is made of.
  public typealias InfallibleObserver = (InfallibleEvent<Element>) -> Void

  /// A sequence that a closure produces anew for each observer.
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

  /// Subscribes closures, which are called with an object that the subscription does not keep.
  public func subscribe<Object: AnyObject>(
    with object: Object, onNext: ((Object, Element) -> Void)? = nil, onCompleted: ((Object) -> Void)? = nil,
    onDisposed: ((Object) -> Void)? = nil
  ) -> any Disposable {
    asObservable().subscribe(with: object, onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
  }
}

extension ObservableConvertibleType {
  /// This sequence, which sends `element` and ends where it fails.
  ///
  ///     _ = Observable<Int>.error(RxError.timeout).asInfallible(onErrorJustReturn: 0).subscribe(onNext: { print($0) })
  ///     // Prints: 0
  public func asInfallible(onErrorJustReturn element: Element) -> Infallible<Element> {
    Infallible(asObservable().catchAndReturn(element))
  }

  /// This sequence, which goes on with another where it fails.
  public func asInfallible(onErrorFallbackTo infallible: Infallible<Element>) -> Infallible<Element> {
    Infallible(asObservable().catch { _ in infallible.asObservable() })
  }

  /// This sequence, which goes on with what `onErrorRecover` says where it fails.
  public func asInfallible(
    onErrorRecover: @escaping (any Swift.Error) -> Infallible<Element>
  ) -> Infallible<Element> {
    Infallible(asObservable().catch { onErrorRecover($0).asObservable() })
  }
}
