/// A subject that sends only its last element, when it completes.
///
///     let subject = AsyncSubject<Int>()
///     _ = subject.subscribe(onNext: { print($0) })
///     subject.onNext(1)
///     subject.onNext(2)
///     subject.onCompleted()
///     // Prints: 2
public final class AsyncSubject<Element>: SubjectBase<Element>, SubjectType {
  public typealias Observer = AsyncSubject<Element>
  /// What ``Observer`` was called once.
  public typealias SubjectObserverType = AsyncSubject<Element>

  private var last: Element?

  public override init() {
    super.init()
  }

  public func asObserver() -> AsyncSubject<Element> { self }

  override var sendsAtOnce: Bool { false }

  override func remember(_ element: Element) { last = element }

  override func forget() { last = nil }

  override func giveLast(to receiver: EventReceiver<Element>) {
    if let last { receiver.receive(next: last) }
  }
}
