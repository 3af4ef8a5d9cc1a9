/// A sequence of at most a few events, of which its trait says how many: see ``Single``, ``Maybe``, ``Completable``.
///
/// The idea, and that of all traits, is RxSwift's.
public struct PrimitiveSequence<Trait, Element> {
  let source: Observable<Element>

  /// - Parameter raw: keeps what the trait promises.
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
