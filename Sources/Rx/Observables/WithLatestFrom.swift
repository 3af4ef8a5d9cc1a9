import Synchronization

extension ObservableType {
  /// Each element combined with the latest one of `second`; those that come before `second` has sent are left out.
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
    WithLatestFrom(first: asObservable(), second: second.asObservable(), resultSelector: resultSelector)
  }

  /// The latest element of `second` at each moment that this sequence sends something.
  public func withLatestFrom<Source: ObservableConvertibleType>(_ second: Source) -> Observable<Source.Element> {
    WithLatestFrom(first: asObservable(), second: second.asObservable(), resultSelector: { $1 })
  }
}

private final class WithLatestFrom<First, Second, Result>: Producer<Result> {
  private let first: Observable<First>
  private let second: Observable<Second>
  private let resultSelector: (First, Second) throws -> Result

  init(
    first: Observable<First>, second: Observable<Second>,
    resultSelector: @escaping (First, Second) throws -> Result
  ) {
    self.first = first
    self.second = second
    self.resultSelector = resultSelector
  }

  override func run(
    _ observer: EventReceiver<Result>, cancel: SinkDisposer
  ) -> (sink: any DisposableObject, subscription: any DisposableObject) {
    let sink = WithLatestFromSink(resultSelector: resultSelector, observer: observer, cancel: cancel)
    return (sink, sink.run(first, second))
  }
}

/// Combines each element with the latest of the second sequence.
private final class WithLatestFromSink<First, Second, Result>: SerialSink<First, Result> {
  private let resultSelector: (First, Second) throws -> Result
  private let lock = StateLock(())
  // Only touched under the lock.
  @exclusivity(unchecked) private var latest = Slot<Second>()
  /// Whether it is full, which it then stays.
  private let hasLatest = Atomic<Bool>(false)

  init(
    resultSelector: @escaping (First, Second) throws -> Result, observer: EventReceiver<Result>,
    cancel: SinkDisposer
  ) {
    self.resultSelector = resultSelector
    super.init(observer: observer, cancel: cancel)
  }

  func run(_ first: Observable<First>, _ second: Observable<Second>) -> any DisposableObject {
    let secondSubscription = SingleAssignmentDisposable()
    let secondSink = WithLatestFromSecond(parent: self, disposable: secondSubscription)
    secondSubscription.setDisposable(second.subscribe(secondSink))
    return Disposables.create(first.subscribe(self), secondSubscription)
  }

  override func on(next element: First) {
    guard hasLatest.load(ordering: .acquiring) else { return }
    do {
      forwardSerially(next: try resultSelector(element, lock.locked { latest.element }))
    } catch {
      on(error: error)
    }
  }

  func remember(_ element: Second) {
    var displaced = element
    lock.locked { latest.exchange(&displaced) }
    hasLatest.store(true, ordering: .releasing)
    // Only now the element before may go: its deinit may send.
    withExtendedLifetime(displaced) {}
  }
}

/// Receives the second sequence's events. Remembering an element waits for no delivery.
private final class WithLatestFromSecond<First, Second, Result>: EventReceiver<Second> {
  private let parent: WithLatestFromSink<First, Second, Result>
  private let disposable: SingleAssignmentDisposable

  init(parent: WithLatestFromSink<First, Second, Result>, disposable: SingleAssignmentDisposable) {
    self.parent = parent
    self.disposable = disposable
  }

  override func on(next element: Second) { parent.remember(element) }

  override func on(error: any Swift.Error) { parent.on(error: error) }

  override func onCompleted() { disposable.dispose() }
}
