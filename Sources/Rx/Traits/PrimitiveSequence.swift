/// A sequence with at most one element, as its trait requires: see ``Single``, ``Maybe``, ``Completable``.
///
/// The idea of this type and of all traits is RxSwift's.
public struct PrimitiveSequence<Trait, Element> {
  @usableFromInline let source: Observable<Element>

  /// - Parameter raw: must satisfy the trait.
  @usableFromInline
  init(raw: Observable<Element>) {
    source = raw
  }
}

/// A type that is, or can be turned into, a primitive sequence.
public protocol PrimitiveSequenceType {
  /// How many elements the sequence may have: ``SingleTrait``, ``MaybeTrait`` or ``CompletableTrait``.
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
  /// Subscribes closures to the outcome, which is one event. `onDisposed` is called right after it, or when the
  /// subscription is disposed.
  func subscribeToOutcome(
    onSuccess: @escaping (Element) -> Void, onError: ((any Swift.Error) -> Void)?, onCompleted: @escaping () -> Void,
    onDisposed: (() -> Void)?
  ) -> any Disposable {
    let callStack = Hooks.recordCallStackOnError ? Hooks.customCaptureSubscriptionCallstack() : []
    let ending = onDisposed.map { AnonymousDisposable($0) }
    let first = FirstTime()
    func end(_ tell: () -> Void) {
      guard first.isNow else { return }
      tell()
      ending?.dispose()
    }
    let subscription =
      onError.map { takeError in
        primitiveSequence.source.subscribe(
          onNext: { element in end { onSuccess(element) } }, onError: { error in end { takeError(error) } },
          onCompleted: { end { onCompleted() } })
      }
      ?? primitiveSequence.source.subscribe(
        closures: AnonymousObserver(
          onNext: { element in end { onSuccess(element) } },
          onUnhandled: { error in end { Hooks.defaultErrorHandler(callStack, error) } },
          onCompleted: { end { onCompleted() } }))
    return ending.map { Disposables.create(subscription, $0) } ?? subscription
  }
}
