/// Promises one element at most, or an error.
public enum MaybeTrait {}

/// A sequence that sends one element, or ends without one, or fails.
///
///     let first = Maybe<Int>.create { maybe in
///       maybe(.completed)
///       return Disposables.create()
///     }
///     _ = first.subscribe(onSuccess: { print($0) }, onCompleted: { print("nothing") })
///     // Prints: nothing
public typealias Maybe<Element> = PrimitiveSequence<MaybeTrait, Element>

/// What a ``Maybe`` comes to.
@frozen
public enum MaybeEvent<Element> {
  /// It has its element, and has ended.
  case success(Element)
  /// It has failed.
  case error(any Swift.Error)
  /// It has ended without an element.
  case completed
}

extension PrimitiveSequenceType where Trait == MaybeTrait {
  /// Takes what a maybe comes to.
  public typealias MaybeObserver = (MaybeEvent<Element>) -> Void

  /// A maybe that a closure produces anew for each observer.
  ///
  /// - Parameter subscribe: called on each subscription; what it gives its argument first is what the maybe comes to.
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

  /// A maybe of an element.
  public static func just(_ element: Element) -> Maybe<Element> { Maybe(raw: .just(element)) }

  /// A maybe of an element, sent on a scheduler.
  public static func just(_ element: Element, scheduler: any ImmediateSchedulerType) -> Maybe<Element> {
    Maybe(raw: .just(element, scheduler: scheduler))
  }

  /// A maybe that fails at once.
  public static func error(_ error: any Swift.Error) -> Maybe<Element> { Maybe(raw: .error(error)) }

  /// A maybe that never comes to anything.
  public static func never() -> Maybe<Element> { Maybe(raw: .never()) }

  /// A maybe without an element.
  public static func empty() -> Maybe<Element> { Maybe(raw: .empty()) }
}

extension PrimitiveSequenceType where Trait == MaybeTrait {
  /// Subscribes one closure to whatever the maybe comes to.
  public func subscribe(_ observer: @escaping (MaybeEvent<Element>) -> Void) -> any Disposable {
    subscribeToOutcome(
      onSuccess: { observer(.success($0)) }, onError: { observer(.error($0)) }, onCompleted: { observer(.completed) },
      onDisposed: nil)
  }

  /// Subscribes a closure to each way in which the maybe may end.
  ///
  /// An error that no `onError` takes goes to ``Hooks/defaultErrorHandler``.
  /// - Parameter onCompleted: called where there is no element.
  /// - Parameter onDisposed: called once when the subscription ends, for whatever reason.
  public func subscribe(
    onSuccess: ((Element) -> Void)? = nil, onError: ((any Swift.Error) -> Void)? = nil,
    onCompleted: (() -> Void)? = nil, onDisposed: (() -> Void)? = nil
  ) -> any Disposable {
    subscribeToOutcome(
      onSuccess: onSuccess ?? { _ in }, onError: onError, onCompleted: onCompleted ?? {}, onDisposed: onDisposed)
  }

  /// Subscribes closures, which are called with an object that the subscription does not keep.
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
  /// Calls closures for what happens on the way, as `do` of any observable does.
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

  /// Transforms the element, if something comes of it.
  public func compactMap<Result>(_ transform: @escaping (Element) throws -> Result?) -> Maybe<Result> {
    Maybe(raw: primitiveSequence.source.compactMap(transform))
  }

  /// The maybe that comes of the element.
  public func flatMap<Result>(_ selector: @escaping (Element) throws -> Maybe<Result>) -> Maybe<Result> {
    Maybe(raw: primitiveSequence.source.flatMap(selector))
  }

  /// The element, or one that stands for it where there is none.
  ///
  ///     _ = Maybe<Int>.empty().ifEmpty(default: 7).subscribe(onSuccess: { print($0) })
  ///     // Prints: 7
  public func ifEmpty(default element: Element) -> Single<Element> {
    Single(raw: primitiveSequence.source.ifEmpty(default: element))
  }

  /// The element, or what another maybe comes to where there is none.
  public func ifEmpty(switchTo other: Maybe<Element>) -> Maybe<Element> {
    Maybe(raw: primitiveSequence.source.ifEmpty(switchTo: other.source))
  }

  /// The element, or what a single comes to where there is none.
  public func ifEmpty(switchTo other: Single<Element>) -> Single<Element> {
    Single(raw: primitiveSequence.source.ifEmpty(switchTo: other.source))
  }

  /// An element in the place of an error.
  public func catchAndReturn(_ element: Element) -> Maybe<Element> {
    Maybe(raw: primitiveSequence.source.catchAndReturn(element))
  }
}

extension PrimitiveSequenceType where Trait == MaybeTrait {
  /// The elements of several maybes, combined; nothing where one of them has none.
  public static func zip<each Input>(
    _ source: repeat PrimitiveSequence<Trait, each Input>,
    resultSelector: @escaping (repeat each Input) throws -> Element
  ) -> PrimitiveSequence<Trait, Element> {
    PrimitiveSequence(raw: Observable.zip(repeat (each source).source, resultSelector: resultSelector))
  }
}

extension PrimitiveSequenceType where Trait == MaybeTrait, Element == Any {
  /// The elements of several maybes, as a tuple; nothing where one of them has none.
  public static func zip<each Input>(
    _ source: repeat PrimitiveSequence<Trait, each Input>
  ) -> PrimitiveSequence<Trait, (repeat each Input)> {
    PrimitiveSequence(raw: Observable.zip(repeat (each source).source))
  }
}
