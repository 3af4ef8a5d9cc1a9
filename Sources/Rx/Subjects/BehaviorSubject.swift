/// A subject with a value: a new observer gets the latest element first.
///
///     let subject = BehaviorSubject(value: 1)
///     subject.onNext(2)
///     _ = subject.subscribe(onNext: { print($0) })
///     subject.onNext(3)
///     // Prints: 2
///     //         3
public final class BehaviorSubject<Element>: SubjectBase<Element>, SubjectType {
  public override class var traits: Traits { .replays }

  public typealias Observer = BehaviorSubject<Element>
  /// The former name of ``Observer``.
  public typealias SubjectObserverType = BehaviorSubject<Element>

  /// Only touched under the lock.
  @exclusivity(unchecked) private var latest: Element
  /// Kept, because it would be looked up for every observer.
  private let newcomerType = TypedNewcomer<Element>.self

  /// - Parameter value: the first element.
  public init(value: Element) {
    latest = value
    super.init()
  }

  /// The latest element.
  /// - Throws: the error that the sequence ended with; ``RxError/disposed(object:)`` after disposal.
  public func value() throws -> Element {
    try observers.locked {
      if isGone { throw RxError.disposed(object: self) }
      if let endingError { throw endingError }
      return latest
    }
  }

  public func asObserver() -> BehaviorSubject<Element> { self }

  override func take(_ element: Element) {
    // Released after all observers got the new element: the previous element's deinit may send another one.
    var displaced = element
    let recipients = observers.locked { () -> [SubjectPlace] in
      guard isOpen else { return [] }
      swap(&latest, &displaced)
      return observers.recipients(of: element)
    }
    give(element, to: recipients)
    extendLifetime(displaced)
  }

  override func past(before ending: SequenceEnding?) -> TypedNewcomer<Element>? {
    let newcomer = newcomerType.init(ending: ending)
    if ending == nil { newcomer.add(latest) }
    return newcomer
  }
}
