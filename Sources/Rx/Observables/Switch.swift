import Synchronization

extension ObservableType {
  /// Turns each element into a sequence, and sends the elements of the newest one alone.
  ///
  ///     let pages = PublishSubject<Observable<String>>()
  ///     let (first, second) = (PublishSubject<String>(), PublishSubject<String>())
  ///     _ = pages.flatMapLatest { $0 }.subscribe(onNext: { print($0) })
  ///     pages.onNext(first)
  ///     pages.onNext(second)
  ///     first.onNext("too late")
  ///     second.onNext("hello")
  ///     // Prints: hello
  ///
  /// - Parameter selector: an error that it throws ends the sequence.
  public func flatMapLatest<Source: ObservableConvertibleType>(
    _ selector: @escaping (Element) throws -> Source
  ) -> Observable<Source.Element> {
    FlatMapLatest(source: asObservable()) { try selector($0).asObservable() }
  }
}

extension ObservableType where Element: ObservableConvertibleType {
  /// The elements of the newest of the sequences that this sequence sends.
  public func switchLatest() -> Observable<Element.Element> {
    FlatMapLatest(source: asObservable()) { $0.asObservable() }
  }
}

private final class FlatMapLatest<Source, Result>: Producer<Result> {
  private let source: Observable<Source>
  private let selector: (Source) throws -> Observable<Result>

  init(source: Observable<Source>, selector: @escaping (Source) throws -> Observable<Result>) {
    self.source = source
    self.selector = selector
  }

  override func run(
    _ observer: EventReceiver<Result>, cancel: SinkDisposer
  ) -> (sink: any DisposableObject, subscription: any DisposableObject) {
    let sink = FlatMapLatestSink(selector: selector, observer: observer, cancel: cancel)
    return (sink, sink.run(source))
  }
}

/// The state of the sequences under way. Outside of the generic class, whose nested types would be generic too and
/// looked up on each use.
private struct SwitchState: Sendable {
  var hasInner = false
  var sourceHasEnded = false
}

private final class FlatMapLatestSink<Source, Result>: SerialSink<Source, Result> {
  private let selector: (Source) throws -> Observable<Result>
  private let sourceSubscription = SingleAssignmentDisposable()
  private let innerSubscription = SerialDisposable()
  private let state = StateLock(SwitchState())
  /// The number of the newest inner sequence. Changed under the lock, and read without it as well.
  private let latest = Atomic<Int>(0)

  init(
    selector: @escaping (Source) throws -> Observable<Result>, observer: EventReceiver<Result>,
    cancel: SinkDisposer
  ) {
    self.selector = selector
    super.init(observer: observer, cancel: cancel)
  }

  func run(_ source: Observable<Source>) -> any DisposableObject {
    sourceSubscription.setDisposable(source.subscribe(self))
    return Disposables.create(sourceSubscription, innerSubscription)
  }

  override func on(next element: Source) {
    do {
      let inner = try selector(element)
      let number = state.withLock { state in
        state.hasInner = true
        return latest.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue
      }
      subscribe(to: inner, number)
    } catch {
      on(error: error)
    }
  }

  override func onCompleted() {
    let isOver = state.withLock { state in
      state.sourceHasEnded = true
      return !state.hasInner
    }
    sourceSubscription.dispose()
    if isOver { super.onCompleted() }
  }

  /// Events of a sequence that is no longer the newest are left out.
  func inner(_ number: Int, sent element: Result) {
    delivery.withLock { if isNewest(number) { forwardOn(next: element) } }
  }

  func inner(_ number: Int, failed error: any Swift.Error) {
    if isNewest(number) { super.on(error: error) }
  }

  func innerEnded(_ number: Int) {
    let isOver = state.withLock { state in
      guard isNewest(number) else { return false }
      state.hasInner = false
      return state.sourceHasEnded
    }
    if isOver { super.onCompleted() }
  }

  private func subscribe(to inner: Observable<Result>, _ number: Int) {
    let subscription = SingleAssignmentDisposable()
    innerSubscription.replace(with: subscription)
    subscription.setDisposable(
      inner.subscribe(FlatMapLatestInner(parent: self, number: number, subscription: subscription)))
  }

  private func isNewest(_ number: Int) -> Bool { latest.load(ordering: .acquiring) == number }
}

/// Receives the events of one inner sequence.
private final class FlatMapLatestInner<Source, Result>: EventReceiver<Result> {
  private let parent: FlatMapLatestSink<Source, Result>
  private let number: Int
  private let subscription: SingleAssignmentDisposable

  init(parent: FlatMapLatestSink<Source, Result>, number: Int, subscription: SingleAssignmentDisposable) {
    self.parent = parent
    self.number = number
    self.subscription = subscription
  }

  override func on(next element: Result) { parent.inner(number, sent: element) }

  override func on(error: any Swift.Error) {
    subscription.dispose()
    parent.inner(number, failed: error)
  }

  override func onCompleted() {
    subscription.dispose()
    parent.innerEnded(number)
  }
}
