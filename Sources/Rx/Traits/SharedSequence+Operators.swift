// The operators of sequences that keep the promises of a shared one: what they are given cannot throw.
extension SharedSequenceConvertibleType {
  /// Transforms each element.
  public func map<Result>(_ selector: @escaping (Element) -> Result) -> SharedSequence<SharingStrategy, Result> {
    SharedSequence(asObservable().map(selector))
  }

  /// Lets through the elements that satisfy `predicate`.
  public func filter(_ predicate: @escaping (Element) -> Bool) -> SharedSequence<SharingStrategy, Element> {
    SharedSequence(asObservable().filter(predicate))
  }

  /// The elements of the newest sequence that came of an element.
  public func flatMapLatest<Strategy, Result>(
    _ selector: @escaping (Element) -> SharedSequence<Strategy, Result>
  ) -> SharedSequence<Strategy, Result> {
    SharedSequence<Strategy, Result>(asObservable().flatMapLatest(selector))
  }

  /// The elements of all the sequences that came of elements.
  public func flatMap<Strategy, Result>(
    _ selector: @escaping (Element) -> SharedSequence<Strategy, Result>
  ) -> SharedSequence<Strategy, Result> {
    SharedSequence<Strategy, Result>(asObservable().flatMap(selector))
  }

  /// Elements whose key differs from that of the one before.
  public func distinctUntilChanged<Key: Equatable>(
    _ keySelector: @escaping (Element) -> Key
  ) -> SharedSequence<SharingStrategy, Element> {
    SharedSequence(asObservable().distinctUntilChanged(keySelector))
  }

  /// Elements that differ from the one before, as `comparer` sees it.
  public func distinctUntilChanged(
    _ comparer: @escaping (Element, Element) -> Bool
  ) -> SharedSequence<SharingStrategy, Element> {
    SharedSequence(asObservable().distinctUntilChanged(comparer))
  }

  /// The given element, then the sequence's own.
  public func startWith(_ element: Element) -> SharedSequence<SharingStrategy, Element> {
    SharedSequence(asObservable().startWith(element))
  }

  /// Each element folded into a running result, which is sent every time.
  public func scan<Result>(
    _ seed: Result, accumulator: @escaping (Result, Element) -> Result
  ) -> SharedSequence<SharingStrategy, Result> {
    SharedSequence(asObservable().scan(seed, accumulator: accumulator))
  }

  /// Each element combined with the latest one of `second`.
  public func withLatestFrom<Second: SharedSequenceConvertibleType, Result>(
    _ second: Second, resultSelector: @escaping (Element, Second.Element) -> Result
  ) -> SharedSequence<SharingStrategy, Result> where Second.SharingStrategy == SharingStrategy {
    SharedSequence(asObservable().withLatestFrom(second.asSharedSequence(), resultSelector: resultSelector))
  }

  /// The latest element of `second`, of any sharing strategy, at each moment that this sequence sends something.
  public func withLatestFrom<Second: SharedSequenceConvertibleType>(
    _ second: Second
  ) -> SharedSequence<SharingStrategy, Second.Element> {
    SharedSequence(asObservable().withLatestFrom(second.asSharedSequence()))
  }
}

extension SharedSequenceConvertibleType {
  /// Transforms each element, and leaves out those of which nothing comes.
  public func compactMap<Result>(
    _ selector: @escaping (Element) -> Result?
  ) -> SharedSequence<SharingStrategy, Result> {
    SharedSequence(asObservable().compactMap(selector))
  }

  /// The elements of a sequence that came of an element; what comes before that has ended is left out.
  public func flatMapFirst<Strategy, Result>(
    _ selector: @escaping (Element) -> SharedSequence<Strategy, Result>
  ) -> SharedSequence<Strategy, Result> {
    SharedSequence<Strategy, Result>(asObservable().flatMapFirst(selector))
  }

  /// Elements whose key differs from that of the one before, as `comparer` sees it.
  public func distinctUntilChanged<K>(
    _ keySelector: @escaping (Element) -> K, comparer: @escaping (K, K) -> Bool
  ) -> SharedSequence<SharingStrategy, Element> {
    SharedSequence(asObservable().distinctUntilChanged(keySelector, comparer: comparer))
  }

  /// Calls closures for what happens on the way, and changes nothing about it.
  public func `do`(
    onNext: ((Element) -> Void)? = nil, afterNext: ((Element) -> Void)? = nil, onCompleted: (() -> Void)? = nil,
    afterCompleted: (() -> Void)? = nil, onSubscribe: (() -> Void)? = nil, onSubscribed: (() -> Void)? = nil,
    onDispose: (() -> Void)? = nil
  ) -> SharedSequence<SharingStrategy, Element> {
    SharedSequence(
      asObservable().do(
        onNext: onNext, afterNext: afterNext, onCompleted: onCompleted, afterCompleted: afterCompleted,
        onSubscribe: onSubscribe, onSubscribed: onSubscribed, onDispose: onDispose))
  }

  /// Prints what happens to the sequence: see ``ObservableType/debug(_:trimOutput:file:line:function:)``.
  public func debug(
    _ identifier: String? = nil, trimOutput: Bool = false, file: String = #file, line: UInt = #line,
    function: String = #function
  ) -> SharedSequence<SharingStrategy, Element> {
    SharedSequence(
      asObservable().debug(identifier, trimOutput: trimOutput, file: file, line: line, function: function))
  }

  /// Elements at least `dueTime` apart.
  public func throttle(_ dueTime: RxTimeInterval, latest: Bool = true) -> SharedSequence<SharingStrategy, Element> {
    SharedSequence(asObservable().throttle(dueTime, latest: latest, scheduler: SharingStrategy.scheduler))
  }

  /// Each element that no other one follows within `dueTime`, when that time is over.
  public func debounce(_ dueTime: RxTimeInterval) -> SharedSequence<SharingStrategy, Element> {
    SharedSequence(asObservable().debounce(dueTime, scheduler: SharingStrategy.scheduler))
  }

  /// The sequence's elements and its end, each `dueTime` later.
  public func delay(_ dueTime: RxTimeInterval) -> SharedSequence<SharingStrategy, Element> {
    SharedSequence(asObservable().delay(dueTime, scheduler: SharingStrategy.scheduler))
  }

  /// Leaves out the first `count` elements.
  public func skip(_ count: Int) -> SharedSequence<SharingStrategy, Element> {
    SharedSequence(asObservable().skip(count))
  }

  /// Each element combined with an object that the sequence does not keep; it ends with the first that comes when that
  /// is gone.
  public func withUnretained<Object: AnyObject, Out>(
    _ obj: Object, resultSelector: @escaping (Object, Element) -> Out
  ) -> SharedSequence<SharingStrategy, Out> {
    SharedSequence(asObservable().withUnretained(obj, resultSelector: resultSelector))
  }

  /// Each element with an object that the sequence does not keep.
  public func withUnretained<Object: AnyObject>(
    _ obj: Object
  ) -> SharedSequence<SharingStrategy, (Object, Element)> {
    SharedSequence(asObservable().withUnretained(obj))
  }

  /// The elements for a `for await` loop on the main actor.
  @MainActor public var values: AsyncStream<Element> {
    Infallible(asObservable()).values
  }
}

extension SharedSequenceConvertibleType where Element: Equatable {
  /// Elements that differ from the one before.
  public func distinctUntilChanged() -> SharedSequence<SharingStrategy, Element> {
    SharedSequence(asObservable().distinctUntilChanged())
  }
}
