/// A sequence for user interfaces: it never fails, delivers where its strategy says, and is shared by its observers.
///
/// ``Driver`` and ``Signal`` are the two kinds there are. The idea is RxCocoa's.
public struct SharedSequence<SharingStrategy: SharingStrategyProtocol, Element>: SharedSequenceConvertibleType,
  ObservableConvertibleType
{
  let source: Observable<Element>

  init(_ source: Observable<Element>) {
    self.source = SharingStrategy.share(source)
  }

  /// - Parameter raw: shared already, or in no need of it.
  init(raw: Observable<Element>) {
    source = raw
  }

  public func asObservable() -> Observable<Element> { source }

  public func asSharedSequence() -> SharedSequence<SharingStrategy, Element> { self }
}

/// Where a shared sequence delivers, and how it is shared.
public protocol SharingStrategyProtocol {
  /// Where events are delivered.
  static var scheduler: any SchedulerType { get }

  /// Shares a sequence among its observers.
  static func share<Element>(_ source: Observable<Element>) -> Observable<Element>
}

/// What can be turned into a shared sequence.
public protocol SharedSequenceConvertibleType: ObservableConvertibleType {
  associatedtype SharingStrategy: SharingStrategyProtocol
  func asSharedSequence() -> SharedSequence<SharingStrategy, Element>
}

extension SharedSequenceConvertibleType {
  public func asObservable() -> Observable<Element> { asSharedSequence().asObservable() }
}

extension SharedSequence {
  /// A shared sequence that ends at once.
  public static func empty() -> SharedSequence<SharingStrategy, Element> {
    SharedSequence(raw: .empty().subscribe(on: SharingStrategy.scheduler))
  }

  /// A shared sequence that has no events.
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
