// Operators under the names that they had before RxSwift 6. Each warning names the operator's name of today.

extension ObservableType {
  @available(*, deprecated, renamed: "catch(sequence:)")
  public static func catchError<Sequence: Swift.Sequence>(_ sequence: Sequence) -> Observable<Element>
  where Sequence.Element == Observable<Element> {
    .catch(sequence: sequence)
  }

  @available(*, deprecated, renamed: "element(at:)")
  public func elementAt(_ index: Int) -> Observable<Element> { element(at: index) }

  @available(*, deprecated, renamed: "retry(when:)")
  public func retryWhen<TriggerObservable: ObservableType, Error: Swift.Error>(
    _ notificationHandler: @escaping (Observable<Error>) -> TriggerObservable
  ) -> Observable<Element> {
    retry(when: notificationHandler)
  }

  @available(*, deprecated, renamed: "retry(when:)")
  public func retryWhen<TriggerObservable: ObservableType>(
    _ notificationHandler: @escaping (Observable<any Swift.Error>) -> TriggerObservable
  ) -> Observable<Element> {
    retry(when: notificationHandler)
  }

  @available(*, deprecated, renamed: "skip(while:)")
  public func skipWhile(_ predicate: @escaping (Element) throws -> Bool) -> Observable<Element> {
    skip(while: predicate)
  }

  @available(*, deprecated, renamed: "skip(until:)")
  public func skipUntil<Source: ObservableType>(_ other: Source) -> Observable<Element> { skip(until: other) }

  @available(*, deprecated, renamed: "take(while:)")
  public func takeWhile(_ predicate: @escaping (Element) throws -> Bool) -> Observable<Element> {
    take(while: predicate)
  }

  @available(*, deprecated, renamed: "take(until:)")
  public func takeUntil<Source: ObservableType>(_ other: Source) -> Observable<Element> { take(until: other) }

  @available(*, deprecated, renamed: "take(until:behavior:)")
  public func takeUntil(
    _ behavior: TakeBehavior, predicate: @escaping (Element) throws -> Bool
  ) -> Observable<Element> {
    take(until: predicate, behavior: behavior)
  }

  @available(*, deprecated, renamed: "take(for:scheduler:)")
  public func take(_ duration: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element> {
    take(for: duration, scheduler: scheduler)
  }

  @available(*, deprecated, message: "use enumerated().map()")
  @_disfavoredOverload
  public func mapWithIndex<Result>(
    _ selector: @escaping (Element, Int) throws -> Result
  ) -> Observable<Result> {
    enumerated().map { try selector($0.element, $0.index) }
  }

  @available(*, deprecated, message: "use enumerated().flatMap()")
  @_disfavoredOverload
  public func flatMapWithIndex<Source: ObservableConvertibleType>(
    _ selector: @escaping (Element, Int) throws -> Source
  ) -> Observable<Source.Element> {
    enumerated().flatMap { try selector($0.element, $0.index) }
  }

  @available(*, deprecated, message: "use enumerated().skip(while:).map()")
  @_disfavoredOverload
  public func skipWhileWithIndex(_ predicate: @escaping (Element, Int) throws -> Bool) -> Observable<Element> {
    enumerated().skip(while: { try predicate($0.element, $0.index) }).map { $0.element }
  }

  @available(*, deprecated, message: "use enumerated().take(while:).map()")
  @_disfavoredOverload
  public func takeWhileWithIndex(_ predicate: @escaping (Element, Int) throws -> Bool) -> Observable<Element> {
    enumerated().take(while: { try predicate($0.element, $0.index) }).map { $0.element }
  }

  @available(*, deprecated, renamed: "share(replay:)", message: "use share(replay: 1)")
  @_disfavoredOverload
  public func shareReplayLatestWhileConnected() -> Observable<Element> { share(replay: 1) }
}

extension PrimitiveSequence {
  @available(*, deprecated, renamed: "observe(on:)")
  public func observeOn(_ scheduler: any ImmediateSchedulerType) -> PrimitiveSequence<Trait, Element> {
    observe(on: scheduler)
  }

  @available(*, deprecated, renamed: "subscribe(on:)")
  public func subscribeOn(_ scheduler: any ImmediateSchedulerType) -> PrimitiveSequence<Trait, Element> {
    subscribe(on: scheduler)
  }

  @available(*, deprecated, renamed: "catch(_:)")
  public func catchError(
    _ handler: @escaping (any Swift.Error) throws -> PrimitiveSequence<Trait, Element>
  ) -> PrimitiveSequence<Trait, Element> {
    self.catch(handler)
  }

  @available(*, deprecated, renamed: "retry(when:)")
  public func retryWhen<TriggerObservable: ObservableType, Error: Swift.Error>(
    _ notificationHandler: @escaping (Observable<Error>) -> TriggerObservable
  ) -> PrimitiveSequence<Trait, Element> {
    retry(when: notificationHandler)
  }

  @available(*, deprecated, renamed: "retry(when:)")
  public func retryWhen<TriggerObservable: ObservableType>(
    _ notificationHandler: @escaping (Observable<any Swift.Error>) -> TriggerObservable
  ) -> PrimitiveSequence<Trait, Element> {
    retry(when: notificationHandler)
  }
}

extension PrimitiveSequenceType where Trait == SingleTrait {
  @available(*, deprecated, renamed: "catchAndReturn(_:)")
  public func catchErrorJustReturn(_ element: Element) -> Single<Element> { catchAndReturn(element) }

  @available(*, deprecated, renamed: "subscribe(onSuccess:onFailure:onDisposed:)")
  public func subscribe(
    onSuccess: ((Element) -> Void)? = nil, onError: @escaping (any Swift.Error) -> Void,
    onDisposed: (() -> Void)? = nil
  ) -> any Disposable {
    subscribe(onSuccess: onSuccess, onFailure: onError, onDisposed: onDisposed)
  }
}

extension PrimitiveSequenceType where Trait == MaybeTrait {
  @available(*, deprecated, renamed: "catchAndReturn(_:)")
  public func catchErrorJustReturn(_ element: Element) -> Maybe<Element> { catchAndReturn(element) }
}

extension Disposable {
  @available(*, deprecated, renamed: "disposed(by:)")
  @_disfavoredOverload
  public func addDisposableTo(_ bag: DisposeBag) { disposed(by: bag) }
}
