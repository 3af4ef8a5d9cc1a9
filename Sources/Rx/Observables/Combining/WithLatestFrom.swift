import Synchronization

extension ObservableType {
  /// Each element combined with the latest one of `second`; elements before the first one of `second` are dropped.
  ///
  ///     let (first, second) = (PublishSubject<Int>(), PublishSubject<String>())
  ///     _ = first.withLatestFrom(second) { "\($0)\($1)" }.subscribe(onNext: { print($0) })
  ///     first.onNext(1)
  ///     second.onNext("a")
  ///     first.onNext(2)
  ///     first.onNext(3)
  ///     // Prints: 2a
  ///     //         3a
  ///
  /// - Parameter resultSelector: combines two elements; an error that it throws ends the sequence.
  public func withLatestFrom<Source: ObservableConvertibleType, ResultType>(
    _ second: Source, resultSelector: @escaping (Element, Source.Element) throws -> ResultType
  ) -> Observable<ResultType> {
    let second = second.asObservable()
    return WithLatestFrom(asObservable(), second) { WithLatestFromSink(second, resultSelector, $0) }
  }

  /// The latest element of `second` whenever this sequence sends an element.
  public func withLatestFrom<Source: ObservableConvertibleType>(_ second: Source) -> Observable<Source.Element> {
    withLatestFrom(second) { $1 }
  }
}

private final class WithLatestFrom<First, Second, Result>: TwoSourceOperator<First, Second, Result> {}

/// Combines each element with the second sequence's latest.
private final class WithLatestFromSink<First, Second, Result>: SerialSink<First, Result> {
  override class var traits: Traits { .withholds(.latest) }

  private let second: Observable<Second>
  private let resultSelector: (First, Second) throws -> Result
  let latest = SharedSlot<Second>()

  init(
    _ second: Observable<Second>, _ resultSelector: @escaping (First, Second) throws -> Result,
    _ output: Downstream<Result>
  ) {
    self.second = second
    self.resultSelector = resultSelector
    super.init(output)
  }

  override func run(_ first: Observable<First>) -> any DisposableObject {
    let secondSubscription = WithLatestFromSecond(of: self).run(second)
    return Disposables.create(first.subscribe(self), secondSubscription)
  }

  override func on(next element: First) {
    guard latest.isFull else { return }
    // Read before the closure is recorded: what comes later in the recording was not taken.
    let second = latest.element
    do {
      forwardSerially(next: try call(with: element) { try resultSelector(element, second) })
    } catch { fail(error) }
  }
}

/// Keeps the second sequence's latest element, without waiting for a delivery.
private final class WithLatestFromSecond<First, Second, Result>:
  SideInput<WithLatestFromSink<First, Second, Result>, Second>
{
  override func on(next element: Second) { parent.latest.put(element) }
}
