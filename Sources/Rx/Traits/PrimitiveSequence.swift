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
  @inlinable
  public var primitiveSequence: PrimitiveSequence<Trait, Element> { self }
}

extension PrimitiveSequence: ObservableConvertibleType {
  @inlinable
  public func asObservable() -> Observable<Element> { source }
}

extension PrimitiveSequenceType {
  /// Subscribes closures to the outcome, which is one event. `onDisposed` is called right after it, or when the
  /// subscription is disposed.
  @inlinable
  func subscribeToOutcome(
    onSuccess: ((Element) -> Void)?, onError: ((any Swift.Error) -> Void)?, onCompleted: (() -> Void)?,
    onDisposed: (() -> Void)?
  ) -> any Disposable {
    let observer = OutcomeObserver(
      onSuccess: onSuccess, onError: onError, onCompleted: onCompleted, onDisposed: onDisposed)
    return primitiveSequence.source.subscribe(closures: observer)
  }
}
