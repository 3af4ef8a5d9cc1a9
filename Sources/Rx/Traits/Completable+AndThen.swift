extension PrimitiveSequenceType where Trait == CompletableTrait, Element == Never {
  /// A single that is subscribed to when this has ended in an orderly way.
  ///
  ///     _ = Completable.empty().andThen(Single.just(1)).subscribe(onSuccess: { print($0) })
  ///     // Prints: 1
  public func andThen<Element>(_ second: Single<Element>) -> Single<Element> {
    Single(raw: ConcatCompletable(completable: primitiveSequence.source, second: second.source))
  }

  /// A maybe that is subscribed to when this has ended in an orderly way.
  public func andThen<Element>(_ second: Maybe<Element>) -> Maybe<Element> {
    Maybe(raw: ConcatCompletable(completable: primitiveSequence.source, second: second.source))
  }

  /// A completable that is subscribed to when this has ended in an orderly way.
  public func andThen(_ second: Completable) -> Completable {
    Completable(raw: ConcatCompletable(completable: primitiveSequence.source, second: second.source))
  }

  /// A sequence that is subscribed to when this has ended in an orderly way.
  public func andThen<Element>(_ second: Observable<Element>) -> Observable<Element> {
    ConcatCompletable(completable: primitiveSequence.source, second: second)
  }
}

private final class ConcatCompletable<Element>: Producer<Element> {
  private let completable: Observable<Never>
  private let second: Observable<Element>

  init(completable: Observable<Never>, second: Observable<Element>) {
    self.completable = completable
    self.second = second
  }

  override func run(
    _ observer: EventReceiver<Element>, cancel: SinkDisposer
  ) -> (sink: any DisposableObject, subscription: any DisposableObject) {
    let sink = ConcatCompletableSink(second: second, observer: observer, cancel: cancel)
    return (sink, sink.run(completable))
  }
}

private final class ConcatCompletableSink<Element>: Sink<Never, Element> {
  private let second: Observable<Element>
  private let subscription = SerialDisposable()

  init(second: Observable<Element>, observer: EventReceiver<Element>, cancel: SinkDisposer) {
    self.second = second
    super.init(observer: observer, cancel: cancel)
  }

  func run(_ completable: Observable<Never>) -> any DisposableObject {
    let first = SingleAssignmentDisposable()
    subscription.replace(with: first)
    first.setDisposable(completable.subscribe(self))
    return subscription
  }

  override func onCompleted() {
    subscription.replace(with: second.subscribe(ConcatCompletableSinkOther(parent: self)))
  }

  func secondEnded() { super.onCompleted() }
}

/// Receives the events of what comes after the completable.
private final class ConcatCompletableSinkOther<Element>: EventReceiver<Element> {
  private let parent: ConcatCompletableSink<Element>

  init(parent: ConcatCompletableSink<Element>) {
    self.parent = parent
  }

  override func on(next element: Element) { parent.forwardOn(next: element) }

  override func on(error: any Swift.Error) { parent.on(error: error) }

  override func onCompleted() { parent.secondEnded() }
}
