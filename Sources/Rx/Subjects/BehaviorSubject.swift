/// A subject with a value: a newcomer gets the latest element first.
///
///     let subject = BehaviorSubject(value: 1)
///     subject.onNext(2)
///     _ = subject.subscribe(onNext: { print($0) })
///     subject.onNext(3)
///     // Prints: 2
///     //         3
public final class BehaviorSubject<Element>: SubjectBase<Element>, SubjectType {
  public typealias Observer = BehaviorSubject<Element>
  /// What ``Observer`` was called once.
  public typealias SubjectObserverType = BehaviorSubject<Element>

  private var latest: Element

  /// - Parameter value: what a newcomer gets before anything was sent.
  public init(value: Element) {
    latest = value
    super.init()
  }

  /// The latest element.
  /// - Throws: the error that the sequence ended with; ``RxError/disposed(object:)`` after disposal.
  public func value() throws -> Element {
    try lock.withLock {
      if isDisposed { throw RxError.disposed(object: self) }
      if let endingError { throw endingError }
      return latest
    }
  }

  public func asObserver() -> BehaviorSubject<Element> { self }

  override func remember(_ element: Element) { latest = element }

  override func greet(_ receiver: EventReceiver<Element>) { receiver.receive(next: latest) }
}
