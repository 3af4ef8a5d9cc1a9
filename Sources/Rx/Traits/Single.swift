/// Promises one element or an error.
public enum SingleTrait {}

/// A sequence that sends exactly one element, or fails.
///
///     let answer = Single<Int>.create { single in
///       single(.success(42))
///       return Disposables.create()
///     }
///     _ = answer.subscribe(onSuccess: { print($0) })
///     // Prints: 42
public typealias Single<Element> = PrimitiveSequence<SingleTrait, Element>

/// What a ``Single`` comes to.
public typealias SingleEvent<Element> = Result<Element, any Swift.Error>

extension PrimitiveSequenceType where Trait == SingleTrait {
  /// Takes what a single comes to.
  public typealias SingleObserver = (SingleEvent<Element>) -> Void

  /// A single that a closure produces anew for each observer; see ``ObservableType/create(_:)``.
  public static func create(
    subscribe: @escaping (@escaping SingleObserver) -> any Disposable
  ) -> Single<Element> {
    let source = Observable<Element>.create { observer in
      subscribe { event in
        switch event {
        case .success(let element):
          observer.onNext(element)
          observer.onCompleted()
        case .failure(let error):
          observer.onError(error)
        }
      }
    }
    return PrimitiveSequence(raw: source)
  }

  /// Subscribes one closure to whatever the single comes to.
  public func subscribe(_ observer: @escaping (SingleEvent<Element>) -> Void) -> any Disposable {
    subscribe(onSuccess: { observer(.success($0)) }, onFailure: { observer(.failure($0)) })
  }

  /// Subscribes a closure to the element, and one to the error.
  ///
  /// An error that no `onFailure` takes goes to ``Hooks/defaultErrorHandler``.
  /// - Parameter onDisposed: called once when the subscription ends, for whatever reason.
  public func subscribe(
    onSuccess: ((Element) -> Void)? = nil, onFailure: ((any Swift.Error) -> Void)? = nil,
    onDisposed: (() -> Void)? = nil
  ) -> any Disposable {
    primitiveSequence.source.subscribe(onNext: onSuccess, onError: onFailure, onDisposed: onDisposed)
  }
}
