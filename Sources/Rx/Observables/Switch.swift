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

private final class FlatMapLatestSink<Source, Result>: Sink<Source, Result>, LockOwnerType {
  let lock = RecursiveLock()
  private let selector: (Source) throws -> Observable<Result>
  private let sourceSubscription = SingleAssignmentDisposable()
  private let innerSubscription = SerialDisposable()
  private var latest = 0
  private var hasInner = false
  private var sourceHasEnded = false

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
    guard let (number, inner) = synchronized({ admit(element) }) else { return }
    let subscription = SingleAssignmentDisposable()
    innerSubscription.disposable = subscription
    let receiver = FlatMapLatestInner(parent: self, number: number, subscription: subscription)
    subscription.setDisposable(inner.subscribe(receiver))
  }

  override func on(error: any Swift.Error) {
    synchronized { super.on(error: error) }
  }

  override func onCompleted() {
    synchronized {
      sourceHasEnded = true
      sourceSubscription.dispose()
      if !hasInner { end() }
    }
  }

  /// Events of a sequence that is no longer the newest are left out.
  func inner(_ number: Int, sent element: Result) {
    synchronized { if number == latest { forwardOn(next: element) } }
  }

  func inner(_ number: Int, failed error: any Swift.Error) {
    synchronized { if number == latest { super.on(error: error) } }
  }

  func innerEnded(_ number: Int) {
    synchronized {
      guard number == latest else { return }
      hasInner = false
      if sourceHasEnded { end() }
    }
  }

  private func admit(_ element: Source) -> (Int, Observable<Result>)? {
    do {
      let inner = try selector(element)
      hasInner = true
      latest += 1
      return (latest, inner)
    } catch {
      super.on(error: error)
      return nil
    }
  }

  private func end() {
    forwardOnCompleted()
    dispose()
  }
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
