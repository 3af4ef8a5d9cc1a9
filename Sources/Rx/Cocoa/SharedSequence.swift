/// A sequence for user interfaces: it never fails, delivers on its strategy's scheduler, and its observers share it.
///
/// ``Driver`` and ``Signal`` are the two kinds. The idea is RxCocoa's.
public struct SharedSequence<SharingStrategy: SharingStrategyProtocol, Element>: SharedSequenceConvertibleType,
  ObservableConvertibleType
{
  @usableFromInline let source: Observable<Element>

  @inlinable
  init(_ source: Observable<Element>) {
    self.source = SharingStrategy.share(source)
  }

  /// - Parameter raw: shared already, or without side effects to share.
  @usableFromInline
  init(raw: Observable<Element>) {
    source = raw
  }

  @inlinable
  public func asObservable() -> Observable<Element> { source }

  @inlinable
  public func asSharedSequence() -> SharedSequence<SharingStrategy, Element> { self }
}

/// The scheduler on which a shared sequence delivers, and the way in which its observers share it.
public protocol SharingStrategyProtocol {
  /// Delivers the events.
  static var scheduler: any SchedulerType { get }

  /// Shares a sequence among its observers.
  static func share<Element>(_ source: Observable<Element>) -> Observable<Element>
}

/// A type that can be turned into a shared sequence.
public protocol SharedSequenceConvertibleType: ObservableConvertibleType {
  associatedtype SharingStrategy: SharingStrategyProtocol
  func asSharedSequence() -> SharedSequence<SharingStrategy, Element>
}

extension SharedSequenceConvertibleType {
  @inlinable
  public func asObservable() -> Observable<Element> { asSharedSequence().asObservable() }
}

extension SharedSequence {
  /// A shared sequence that completes at once.
  public static func empty() -> SharedSequence<SharingStrategy, Element> {
    SharedSequence(raw: .empty().subscribe(on: SharingStrategy.scheduler))
  }

  /// A shared sequence that sends nothing and does not end.
  public static func never() -> SharedSequence<SharingStrategy, Element> { SharedSequence(raw: .never()) }

  /// A shared sequence of one element.
  public static func just(_ element: Element) -> SharedSequence<SharingStrategy, Element> {
    SharedSequence(raw: .just(element).subscribe(on: SharingStrategy.scheduler))
  }

  /// A shared sequence of the given elements.
  public static func of(_ elements: Element...) -> SharedSequence<SharingStrategy, Element> {
    SharedSequence(raw: .from(elements, scheduler: SharingStrategy.scheduler))
  }
}
