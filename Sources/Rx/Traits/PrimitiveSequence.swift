/// A sequence of at most a few events, of which its trait says how many: see ``Single``, ``Maybe``, ``Completable``.
///
/// The idea, and that of all traits, is RxSwift's.
public struct PrimitiveSequence<Trait, Element> {
  @usableFromInline let source: Observable<Element>

  /// - Parameter raw: keeps what the trait promises.
  @usableFromInline
  init(raw: Observable<Element>) {
    source = raw
  }
}

/// What is, or can be turned into, a primitive sequence.
public protocol PrimitiveSequenceType {
  /// Says what the sequence promises.
  associatedtype Trait
  associatedtype Element

  /// The sequence itself.
  var primitiveSequence: PrimitiveSequence<Trait, Element> { get }
}

extension PrimitiveSequence: PrimitiveSequenceType {
  public var primitiveSequence: PrimitiveSequence<Trait, Element> { self }
}

extension PrimitiveSequence: ObservableConvertibleType {
  public func asObservable() -> Observable<Element> { source }
}

extension PrimitiveSequenceType {
  /// Subscribes closures to what the sequence comes to: one event, after which the end of the subscription is told at
  /// once.
  func subscribeToOutcome(
    onSuccess: @escaping (Element) -> Void, onError: ((any Swift.Error) -> Void)?, onCompleted: @escaping () -> Void,
    onDisposed: (() -> Void)?
  ) -> any Disposable {
    let callStack = Hooks.recordCallStackOnError ? Hooks.customCaptureSubscriptionCallstack() : []
    let takeError = onError ?? { Hooks.defaultErrorHandler(callStack, $0) }
    let ending = onDisposed.map { AnonymousDisposable($0) }
    let first = FirstTime()
    func end(_ tell: () -> Void) {
      guard first.isNow else { return }
      tell()
      ending?.dispose()
    }
    let subscription = primitiveSequence.source.subscribe(
      onNext: { element in end { onSuccess(element) } }, onError: { error in end { takeError(error) } },
      onCompleted: { end { onCompleted() } })
    return ending.map { Disposables.create(subscription, $0) } ?? subscription
  }
}
