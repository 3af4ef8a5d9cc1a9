/// A value that can be observed: the predecessor of ``BehaviorRelay``.
@available(*, deprecated, renamed: "BehaviorRelay", message: "use BehaviorRelay: `accept` sets its `value`")
public final class Variable<Element> {
  private let lock = StateLock(())
  private let subject: BehaviorSubject<Element>
  private var current: Element

  /// - Parameter value: the first value.
  public init(_ value: Element) {
    current = value
    subject = BehaviorSubject(value: value)
  }

  deinit { subject.onCompleted() }

  /// The latest value; setting it sends it to the observers.
  public var value: Element {
    get { lock.locked { current } }
    set {
      var displaced = newValue
      lock.locked { swap(&current, &displaced) }
      subject.onNext(newValue)
    }
  }

  /// The values, the latest first; ends when the variable is freed.
  public func asObservable() -> Observable<Element> { subject }
}
