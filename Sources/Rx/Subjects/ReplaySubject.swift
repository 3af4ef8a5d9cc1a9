/// A subject that sends a new observer the latest elements first, even after the terminal event.
///
///     let subject = ReplaySubject<Int>.create(bufferSize: 2)
///     for number in 1...3 { subject.onNext(number) }
///     _ = subject.subscribe(onNext: { print($0) })
///     // Prints: 2
///     //         3
public final class ReplaySubject<Element>: SubjectBase<Element>, SubjectType {
  public override class var traits: Traits { .replays }

  public typealias Observer = ReplaySubject<Element>
  /// The former name of ``Observer``.
  public typealias SubjectObserverType = ReplaySubject<Element>

  /// Only touched under the lock.
  @exclusivity(unchecked) private var buffer: ReplayBuffer<Element>

  private init(bufferSize: Int) {
    buffer = ReplayBuffer(size: bufferSize)
    super.init()
  }

  /// A subject that keeps the latest `bufferSize` elements.
  public static func create(bufferSize: Int) -> ReplaySubject<Element> {
    ReplaySubject(bufferSize: max(0, bufferSize))
  }

  /// A subject that keeps every element.
  public static func createUnbounded() -> ReplaySubject<Element> {
    ReplaySubject(bufferSize: .max)
  }

  public func asObserver() -> ReplaySubject<Element> { self }

  override func take(_ element: Element) {
    // Released after all observers got the new element: the oldest element's deinit may send another one.
    var displaced = element
    let recipients = observers.locked { () -> [SubjectPlace] in
      guard isOpen else { return [] }
      buffer.keep(&displaced)
      return observers.recipients(of: element)
    }
    give(element, to: recipients)
    extendLifetime(displaced)
  }

  override func forget() -> Any? {
    let old = ReplayRemains(buffer.takeAll())
    return old
  }

  override func past(before ending: SequenceEnding?) -> TypedNewcomer<Element>? {
    guard ending != nil || !buffer.isEmpty else { return nil }
    let newcomer = TypedNewcomer<Element>(isSubscribedLast: true, ending: ending)
    buffer.passAll { newcomer.add($0) }
    return newcomer
  }
}

/// The elements that a replay subject kept, for the caller to release.
private final class ReplayRemains<Element> {
  private let elements: ElementQueue<Element>

  init(_ elements: consuming ElementQueue<Element>) {
    self.elements = elements
  }
}
