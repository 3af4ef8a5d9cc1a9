/// A subject that sends only its last element, when it completes.
///
///     let subject = AsyncSubject<Int>()
///     _ = subject.subscribe(onNext: { print($0) })
///     subject.onNext(1)
///     subject.onNext(2)
///     subject.onCompleted()
///     // Prints: 2
public final class AsyncSubject<Element>: SubjectBase<Element>, SubjectType {
  public override class var traits: Traits { .replays }

  public typealias Observer = AsyncSubject<Element>
  /// The former name of ``Observer``.
  public typealias SubjectObserverType = AsyncSubject<Element>

  /// Only touched under the lock.
  @exclusivity(unchecked) private var last: Element?

  public override init() {
    super.init()
  }

  public func asObserver() -> AsyncSubject<Element> { self }

  override func take(_ element: Element) {
    var displaced: Element? = element
    observers.locked {
      if isOpen { swap(&last, &displaced) }
    }
    extendLifetime(displaced)
  }

  override func forget() -> Any? { last.take() }

  override func past(before ending: SequenceEnding?) -> TypedNewcomer<Element>? {
    let newcomer = super.past(before: ending)
    if case .completed? = ending, let last { newcomer?.add(last) }
    return newcomer
  }

  override func giveLast(to receiver: EventReceiver<Element>) {
    if let last = observers.locked({ last }) { receiver.send(next: last) }
  }
}
