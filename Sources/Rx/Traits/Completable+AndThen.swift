extension PrimitiveSequenceType where Trait == CompletableTrait, Element == Never {
  /// A single that is subscribed to when this completable has completed.
  ///
  ///     _ = Completable.empty().andThen(Single.just(1)).subscribe(onSuccess: { print($0) })
  ///     // Prints: 1
  @inlinable
  public func andThen<Element>(_ second: Single<Element>) -> Single<Element> {
    Single(raw: primitiveSequence.source.followed(by: second.source))
  }

  /// A maybe that is subscribed to when this completable has completed.
  @inlinable
  public func andThen<Element>(_ second: Maybe<Element>) -> Maybe<Element> {
    Maybe(raw: primitiveSequence.source.followed(by: second.source))
  }

  /// A completable that is subscribed to when this one has completed.
  @inlinable
  public func andThen(_ second: Completable) -> Completable {
    Completable(raw: primitiveSequence.source.followed(by: second.source))
  }

  /// A sequence that is subscribed to when this completable has completed.
  @inlinable
  public func andThen<Element>(_ second: Observable<Element>) -> Observable<Element> {
    primitiveSequence.source.followed(by: second)
  }
}

extension Observable where Element == Never {
  @inlinable
  func followed<Other>(by second: Observable<Other>) -> Observable<Other> {
    ConcatCompletable(self, second) { ConcatCompletableSink(second, $0) }
  }
}

@usableFromInline
final class ConcatCompletable<Element>: TwoSourceOperator<Never, Element, Element> {}

@usableFromInline
final class ConcatCompletableSink<Element>: Sink<Never, Element> {
  private let second: Observable<Element>
  private let subscription = SerialDisposable()

  @usableFromInline
  init(_ second: Observable<Element>, _ output: Downstream<Element>) {
    self.second = second
    super.init(output)
  }

  override func run(_ completable: Observable<Never>) -> any DisposableObject {
    subscription.subscribe(self, to: completable)
    return subscription
  }

  override func onCompletion() {
    subscription.replace(with: ConcatCompletableSinkOther(of: self).run(second))
  }
}

private final class ConcatCompletableSinkOther<Element>: Takeover<Never, Element> {}
