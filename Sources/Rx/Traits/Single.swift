/// The trait of ``Single``: one element or an error.
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

/// The outcome of a ``Single``.
public typealias SingleEvent<Element> = Result<Element, any Swift.Error>

extension PrimitiveSequenceType where Trait == SingleTrait {
  /// Takes the outcome of a single.
  public typealias SingleObserver = (SingleEvent<Element>) -> Void

  /// A single whose outcome a closure sends, called for each subscription.
  ///
  /// - Parameter subscribe: called for each subscription; the first call of its argument is the single's outcome.
  public static func create(
    subscribe: @escaping (@escaping SingleObserver) -> any Disposable
  ) -> Single<Element> {
    let source = Observable<Element>.create { observer in
      let first = FirstTime()
      return subscribe { event in
        guard first.isNow else { return }
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

  /// A single with an element.
  @inlinable
  public static func just(_ element: Element) -> Single<Element> { Single(raw: .just(element)) }

  /// A single with an element, sent on a scheduler.
  public static func just(_ element: Element, scheduler: any ImmediateSchedulerType) -> Single<Element> {
    Single(raw: .just(element, scheduler: scheduler))
  }

  /// A single that fails at once.
  public static func error(_ error: any Swift.Error) -> Single<Element> { Single(raw: .error(error)) }

  /// A single that has no outcome.
  public static func never() -> Single<Element> { Single(raw: .never()) }
}

extension PrimitiveSequenceType where Trait == SingleTrait {
  /// Subscribes one closure to the outcome.
  @inlinable
  public func subscribe(_ observer: @escaping (SingleEvent<Element>) -> Void) -> any Disposable {
    subscribeToOutcome(
      onSuccess: { observer(.success($0)) }, onError: { observer(.failure($0)) }, onCompleted: nil, onDisposed: nil)
  }

  /// Subscribes a closure to the element, and one to the error.
  ///
  /// Without an `onFailure` closure, an error goes to ``Hooks/defaultErrorHandler``.
  /// - Parameter onDisposed: called once when the subscription ends, for whatever reason.
  @inlinable
  public func subscribe(
    onSuccess: ((Element) -> Void)? = nil, onFailure: ((any Swift.Error) -> Void)? = nil,
    onDisposed: (() -> Void)? = nil
  ) -> any Disposable {
    subscribeToOutcome(onSuccess: onSuccess, onError: onFailure, onCompleted: nil, onDisposed: onDisposed)
  }

  /// Subscribes closures, and passes each an object that the subscription does not retain.
  public func subscribe<Object: AnyObject>(
    with object: Object, onSuccess: ((Object, Element) -> Void)? = nil,
    onFailure: ((Object, any Swift.Error) -> Void)? = nil, onDisposed: ((Object) -> Void)? = nil
  ) -> any Disposable {
    subscribe(
      onSuccess: onSuccess.map { unretained(object, $0) }, onFailure: onFailure.map { unretained(object, $0) },
      onDisposed: onDisposed.map { unretained(object, $0) })
  }
}

extension PrimitiveSequenceType where Trait == SingleTrait {
  /// Calls closures for the sequence's events and subscriptions, as `do` of an ``ObservableType`` does.
  public func `do`(
    onSuccess: ((Element) throws -> Void)? = nil, afterSuccess: ((Element) throws -> Void)? = nil,
    onError: ((any Swift.Error) throws -> Void)? = nil, afterError: ((any Swift.Error) throws -> Void)? = nil,
    onSubscribe: (() -> Void)? = nil, onSubscribed: (() -> Void)? = nil, onDispose: (() -> Void)? = nil
  ) -> Single<Element> {
    Single(
      raw: primitiveSequence.source.do(
        onNext: onSuccess, afterNext: afterSuccess, onError: onError, afterError: afterError,
        onSubscribe: onSubscribe, onSubscribed: onSubscribed, onDispose: onDispose))
  }

  /// The element if it satisfies `predicate`.
  public func filter(_ predicate: @escaping (Element) throws -> Bool) -> Maybe<Element> {
    Maybe(raw: primitiveSequence.source.filter(predicate))
  }

  /// Transforms the element.
  @inlinable
  public func map<Result>(_ transform: @escaping (Element) throws -> Result) -> Single<Result> {
    Single(raw: primitiveSequence.source.map(transform))
  }

  /// Transforms the element; without an element if the result is nil.
  public func compactMap<Result>(_ transform: @escaping (Element) throws -> Result?) -> Maybe<Result> {
    Maybe(raw: primitiveSequence.source.compactMap(transform))
  }

  /// Turns the element into a single, which follows.
  ///
  ///     _ = Single.just(2).flatMap { Single.just($0 * 10) }.subscribe(onSuccess: { print($0) })
  ///     // Prints: 20
  @inlinable
  public func flatMap<Result>(_ selector: @escaping (Element) throws -> Single<Result>) -> Single<Result> {
    Single(raw: primitiveSequence.source.flatMap(selector))
  }

  /// Turns the element into a maybe, which follows.
  public func flatMapMaybe<Result>(_ selector: @escaping (Element) throws -> Maybe<Result>) -> Maybe<Result> {
    Maybe(raw: primitiveSequence.source.flatMap(selector))
  }

  /// Turns the element into a completable, which follows.
  public func flatMapCompletable(_ selector: @escaping (Element) throws -> Completable) -> Completable {
    Completable(raw: primitiveSequence.source.flatMap(selector))
  }

  /// Replaces an error by an element.
  public func catchAndReturn(_ element: Element) -> Single<Element> {
    Single(raw: primitiveSequence.source.catchAndReturn(element))
  }

  /// The single as a maybe.
  public func asMaybe() -> Maybe<Element> { Maybe(raw: primitiveSequence.source) }

  /// The single as a completable, without its element.
  public func asCompletable() -> Completable { primitiveSequence.source.ignoreElements().asCompletable() }
}

extension PrimitiveSequenceType where Trait == SingleTrait {
  /// The elements of several singles, combined.
  ///
  ///     _ = Single.zip(Single.just(1), Single.just("a")) { "\($0)\($1)" }.subscribe(onSuccess: { print($0) })
  ///     // Prints: 1a
  public static func zip<each Input>(
    _ source: repeat PrimitiveSequence<Trait, each Input>,
    resultSelector: @escaping (repeat each Input) throws -> Element
  ) -> PrimitiveSequence<Trait, Element> {
    PrimitiveSequence(raw: Observable.zip(repeat (each source).source, resultSelector: resultSelector))
  }

  /// The elements of a collection of singles, combined.
  public static func zip<Collection: Swift.Collection, Result>(
    _ collection: Collection, resultSelector: @escaping ([Element]) throws -> Result
  ) -> PrimitiveSequence<Trait, Result> where Collection.Element == PrimitiveSequence<Trait, Element> {
    guard !collection.isEmpty else { return .deferred { Single(raw: .just(try resultSelector([]))) } }
    return PrimitiveSequence(raw: Observable.zip(collection.map { $0.source }, resultSelector: resultSelector))
  }

  /// The elements of a collection of singles.
  public static func zip<Collection: Swift.Collection>(
    _ collection: Collection
  ) -> PrimitiveSequence<Trait, [Element]> where Collection.Element == PrimitiveSequence<Trait, Element> {
    zip(collection) { $0 }
  }
}

extension PrimitiveSequenceType where Trait == SingleTrait, Element == Any {
  /// The elements of several singles, as a tuple.
  public static func zip<each Input>(
    _ source: repeat PrimitiveSequence<Trait, each Input>
  ) -> PrimitiveSequence<Trait, (repeat each Input)> {
    PrimitiveSequence(raw: Observable.zip(repeat (each source).source))
  }
}
