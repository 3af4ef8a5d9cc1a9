/// The trait of ``Completable``: no elements, then the completion or an error.
public enum CompletableTrait {}

/// A sequence without elements, which completes or fails.
///
///     let saved = Completable.create { completable in
///       completable(.completed)
///       return Disposables.create()
///     }
///     _ = saved.subscribe(onCompleted: { print("saved") })
///     // Prints: saved
public typealias Completable = PrimitiveSequence<CompletableTrait, Never>

/// The outcome of a ``Completable``.
@frozen
public enum CompletableEvent {
  /// It has failed.
  case error(any Swift.Error)
  /// It has completed.
  case completed
}

extension PrimitiveSequenceType where Trait == CompletableTrait, Element == Never {
  /// Takes the outcome of a completable.
  public typealias CompletableObserver = (CompletableEvent) -> Void

  /// A completable whose outcome a closure sends, called for each subscription.
  public static func create(
    subscribe: @escaping (@escaping CompletableObserver) -> any Disposable
  ) -> PrimitiveSequence<Trait, Element> {
    let source = Observable<Element>.create { observer in
      subscribe { event in
        switch event {
        case .error(let error): observer.onError(error)
        case .completed: observer.onCompleted()
        }
      }
    }
    return PrimitiveSequence(raw: source)
  }

  /// A completable that fails at once.
  public static func error(_ error: any Swift.Error) -> Completable { Completable(raw: .error(error)) }

  /// A completable that neither completes nor fails.
  public static func never() -> Completable { Completable(raw: .never()) }

  /// A completable that completes at once.
  @inlinable
  public static func empty() -> Completable { Completable(raw: .empty()) }
}

extension PrimitiveSequenceType where Trait == CompletableTrait, Element == Never {
  /// Subscribes one closure to the outcome.
  public func subscribe(_ observer: @escaping (CompletableEvent) -> Void) -> any Disposable {
    subscribeToOutcome(
      onSuccess: nil, onError: { observer(.error($0)) }, onCompleted: { observer(.completed) }, onDisposed: nil)
  }

  /// Subscribes a closure to the completion, and one to the error.
  ///
  /// Without an `onError` closure, an error goes to ``Hooks/defaultErrorHandler``.
  /// - Parameter onDisposed: called once when the subscription ends, for whatever reason.
  @inlinable
  public func subscribe(
    onCompleted: (() -> Void)? = nil, onError: ((any Swift.Error) -> Void)? = nil, onDisposed: (() -> Void)? = nil
  ) -> any Disposable {
    subscribeToOutcome(onSuccess: nil, onError: onError, onCompleted: onCompleted, onDisposed: onDisposed)
  }

  /// Subscribes closures, and passes each an object that the subscription does not retain.
  public func subscribe<Object: AnyObject>(
    with object: Object, onCompleted: ((Object) -> Void)? = nil,
    onError: ((Object, any Swift.Error) -> Void)? = nil, onDisposed: ((Object) -> Void)? = nil
  ) -> any Disposable {
    subscribe(
      onCompleted: onCompleted.map { unretained(object, $0) }, onError: onError.map { unretained(object, $0) },
      onDisposed: onDisposed.map { unretained(object, $0) })
  }
}

extension PrimitiveSequenceType where Trait == CompletableTrait, Element == Never {
  /// Calls closures for the sequence's events and subscriptions, as `do` of an ``ObservableType`` does.
  public func `do`(
    onError: ((any Swift.Error) throws -> Void)? = nil, afterError: ((any Swift.Error) throws -> Void)? = nil,
    onCompleted: (() throws -> Void)? = nil, afterCompleted: (() throws -> Void)? = nil,
    onSubscribe: (() -> Void)? = nil, onSubscribed: (() -> Void)? = nil, onDispose: (() -> Void)? = nil
  ) -> Completable {
    Completable(
      raw: primitiveSequence.source.do(
        onError: onError, afterError: afterError, onCompleted: onCompleted, afterCompleted: afterCompleted,
        onSubscribe: onSubscribe, onSubscribed: onSubscribed, onDispose: onDispose))
  }

  /// This completable, then another one, which is subscribed to when this one has completed.
  public func concat(_ second: Completable) -> Completable {
    Completable.concat(primitiveSequence, second)
  }

  /// Completables one after another; each is taken from the Swift sequence when the previous one has completed.
  public static func concat<Sequence: Swift.Sequence>(_ sequence: Sequence) -> Completable
  where Sequence.Element == Completable {
    Completable(raw: Observable.concat(sequence.lazy.map { $0.source }))
  }

  /// Completables one after another.
  public static func concat<Collection: Swift.Collection>(_ collection: Collection) -> Completable
  where Collection.Element == Completable {
    Completable(raw: Observable.concat(collection.map { $0.source }))
  }

  /// Completables one after another.
  public static func concat(_ sources: Completable...) -> Completable {
    Completable(raw: Observable.concat(sources.map { $0.source }))
  }

  /// Completables at the same time; completes when all of them have completed.
  public static func zip<Collection: Swift.Collection>(_ sources: Collection) -> Completable
  where Collection.Element == Completable {
    Completable(raw: Observable.merge(sources.map { $0.source }))
  }

  /// Completables at the same time; completes when all of them have completed.
  public static func zip(_ sources: [Completable]) -> Completable {
    Completable(raw: Observable.merge(sources.map { $0.source }))
  }

  /// Completables at the same time; completes when all of them have completed.
  public static func zip(_ sources: Completable...) -> Completable {
    zip(sources)
  }
}
