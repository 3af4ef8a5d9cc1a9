/// The trait of ``Maybe``: one element, the completion without an element, or an error.
public enum MaybeTrait {}

/// A sequence that sends one element, or completes without one, or fails.
///
///     let first = Maybe<Int>.create { maybe in
///       maybe(.completed)
///       return Disposables.create()
///     }
///     _ = first.subscribe(onSuccess: { print($0) }, onCompleted: { print("nothing") })
///     // Prints: nothing
public typealias Maybe<Element> = PrimitiveSequence<MaybeTrait, Element>

/// The outcome of a ``Maybe``.
@frozen
public enum MaybeEvent<Element> {
  /// It has sent its element, and has completed.
  case success(Element)
  /// It has failed.
  case error(any Swift.Error)
  /// It has completed without an element.
  case completed
}

extension PrimitiveSequenceType where Trait == MaybeTrait {
  /// Takes the outcome of a maybe.
  public typealias MaybeObserver = (MaybeEvent<Element>) -> Void

  /// A maybe whose outcome a closure sends, called for each subscription.
  ///
  /// - Parameter subscribe: called for each subscription; the first call of its argument is the maybe's outcome.
  public static func create(
    subscribe: @escaping (@escaping MaybeObserver) -> any Disposable
  ) -> PrimitiveSequence<Trait, Element> {
    let source = Observable<Element>.create { observer in
      let first = FirstTime()
      return subscribe { event in
        guard first.isNow else { return }
        switch event {
        case .success(let element):
          observer.onNext(element)
          observer.onCompleted()
        case .error(let error): observer.onError(error)
        case .completed: observer.onCompleted()
        }
      }
    }
    return PrimitiveSequence(raw: source)
  }

  /// A maybe with an element.
  public static func just(_ element: Element) -> Maybe<Element> { Maybe(raw: .just(element)) }

  /// A maybe with an element, sent on a scheduler.
  public static func just(_ element: Element, scheduler: any ImmediateSchedulerType) -> Maybe<Element> {
    Maybe(raw: .just(element, scheduler: scheduler))
  }

  /// A maybe that fails at once.
  public static func error(_ error: any Swift.Error) -> Maybe<Element> { Maybe(raw: .error(error)) }

  /// A maybe that has no outcome.
  public static func never() -> Maybe<Element> { Maybe(raw: .never()) }

  /// A maybe that completes without an element.
  public static func empty() -> Maybe<Element> { Maybe(raw: .empty()) }
}

extension PrimitiveSequenceType where Trait == MaybeTrait {
  /// Subscribes one closure to the outcome.
  public func subscribe(_ observer: @escaping (MaybeEvent<Element>) -> Void) -> any Disposable {
    subscribeToOutcome(
      onSuccess: { observer(.success($0)) }, onError: { observer(.error($0)) }, onCompleted: { observer(.completed) },
      onDisposed: nil)
  }

  /// Subscribes a closure to each kind of outcome.
  ///
  /// Without an `onError` closure, an error goes to ``Hooks/defaultErrorHandler``.
  /// - Parameter onCompleted: called if the maybe completes without an element.
  /// - Parameter onDisposed: called once when the subscription ends, for whatever reason.
  @inlinable
  public func subscribe(
    onSuccess: ((Element) -> Void)? = nil, onError: ((any Swift.Error) -> Void)? = nil,
    onCompleted: (() -> Void)? = nil, onDisposed: (() -> Void)? = nil
  ) -> any Disposable {
    subscribeToOutcome(onSuccess: onSuccess, onError: onError, onCompleted: onCompleted, onDisposed: onDisposed)
  }

  /// Subscribes closures, and passes each an object that the subscription does not retain.
  public func subscribe<Object: AnyObject>(
    with object: Object, onSuccess: ((Object, Element) -> Void)? = nil,
    onError: ((Object, any Swift.Error) -> Void)? = nil, onCompleted: ((Object) -> Void)? = nil,
    onDisposed: ((Object) -> Void)? = nil
  ) -> any Disposable {
    subscribe(
      onSuccess: onSuccess.map { unretained(object, $0) }, onError: onError.map { unretained(object, $0) },
      onCompleted: onCompleted.map { unretained(object, $0) },
      onDisposed: onDisposed.map { unretained(object, $0) })
  }
}

extension PrimitiveSequenceType where Trait == MaybeTrait {
  /// Calls closures for the sequence's events and subscriptions, as `do` of an ``ObservableType`` does.
  public func `do`(
    onNext: ((Element) throws -> Void)? = nil, afterNext: ((Element) throws -> Void)? = nil,
    onError: ((any Swift.Error) throws -> Void)? = nil, afterError: ((any Swift.Error) throws -> Void)? = nil,
    onCompleted: (() throws -> Void)? = nil, afterCompleted: (() throws -> Void)? = nil,
    onSubscribe: (() -> Void)? = nil, onSubscribed: (() -> Void)? = nil, onDispose: (() -> Void)? = nil
  ) -> Maybe<Element> {
    Maybe(
      raw: primitiveSequence.source.do(
        onNext: onNext, afterNext: afterNext, onError: onError, afterError: afterError, onCompleted: onCompleted,
        afterCompleted: afterCompleted, onSubscribe: onSubscribe, onSubscribed: onSubscribed, onDispose: onDispose))
  }

  /// The element if it satisfies `predicate`.
  public func filter(_ predicate: @escaping (Element) throws -> Bool) -> Maybe<Element> {
    Maybe(raw: primitiveSequence.source.filter(predicate))
  }

  /// Transforms the element.
  public func map<Result>(_ transform: @escaping (Element) throws -> Result) -> Maybe<Result> {
    Maybe(raw: primitiveSequence.source.map(transform))
  }

  /// Transforms the element; without an element if the result is nil.
  public func compactMap<Result>(_ transform: @escaping (Element) throws -> Result?) -> Maybe<Result> {
    Maybe(raw: primitiveSequence.source.compactMap(transform))
  }

  /// Turns the element into a maybe, which follows.
  public func flatMap<Result>(_ selector: @escaping (Element) throws -> Maybe<Result>) -> Maybe<Result> {
    Maybe(raw: primitiveSequence.source.flatMap(selector))
  }

  /// The element, or the given one if there is none.
  ///
  ///     _ = Maybe<Int>.empty().ifEmpty(default: 7).subscribe(onSuccess: { print($0) })
  ///     // Prints: 7
  public func ifEmpty(default element: Element) -> Single<Element> {
    Single(raw: primitiveSequence.source.ifEmpty(default: element))
  }

  /// The element, or another maybe if there is none.
  public func ifEmpty(switchTo other: Maybe<Element>) -> Maybe<Element> {
    Maybe(raw: primitiveSequence.source.ifEmpty(switchTo: other.source))
  }

  /// The element, or a single's if there is none.
  public func ifEmpty(switchTo other: Single<Element>) -> Single<Element> {
    Single(raw: primitiveSequence.source.ifEmpty(switchTo: other.source))
  }

  /// Replaces an error by an element.
  public func catchAndReturn(_ element: Element) -> Maybe<Element> {
    Maybe(raw: primitiveSequence.source.catchAndReturn(element))
  }
}

extension PrimitiveSequenceType where Trait == MaybeTrait {
  /// The elements of several maybes, combined; without an element if one of them has none.
  public static func zip<each Input>(
    _ source: repeat PrimitiveSequence<Trait, each Input>,
    resultSelector: @escaping (repeat each Input) throws -> Element
  ) -> PrimitiveSequence<Trait, Element> {
    PrimitiveSequence(raw: Observable.zip(repeat (each source).source, resultSelector: resultSelector))
  }
}

extension PrimitiveSequenceType where Trait == MaybeTrait, Element == Any {
  /// The elements of several maybes, as a tuple; without an element if one of them has none.
  public static func zip<each Input>(
    _ source: repeat PrimitiveSequence<Trait, each Input>
  ) -> PrimitiveSequence<Trait, (repeat each Input)> {
    PrimitiveSequence(raw: Observable.zip(repeat (each source).source))
  }
}
