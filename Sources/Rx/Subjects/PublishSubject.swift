/// Sends each event to all current observers.
///
///     let subject = PublishSubject<String>()
///     subject.onNext("nobody listens")
///     _ = subject.subscribe(onNext: { print($0) })
///     subject.onNext("hello")
///     // Prints: hello
///
/// Events may come from any thread, one at a time.
public final class PublishSubject<Element>: SubjectBase<Element>, SubjectType {
  public typealias Observer = PublishSubject<Element>
  /// The former name of ``Observer``.
  public typealias SubjectObserverType = PublishSubject<Element>

  public override init() {
    super.init()
  }

  public func asObserver() -> PublishSubject<Element> { self }
}
