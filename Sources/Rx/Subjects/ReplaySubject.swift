/// A subject that gives a newcomer the latest elements, also after the end.
///
///     let subject = ReplaySubject<Int>.create(bufferSize: 2)
///     for number in 1...3 { subject.onNext(number) }
///     _ = subject.subscribe(onNext: { print($0) })
///     // Prints: 2
///     //         3
public final class ReplaySubject<Element>: SubjectBase<Element>, SubjectType {
  public typealias Observer = ReplaySubject<Element>
  /// What ``Observer`` was called once.
  public typealias SubjectObserverType = ReplaySubject<Element>

  /// Only touched under the lock.
  @exclusivity(unchecked) private var buffer: ReplayBuffer<Element>

  private init(bufferSize: Int) {
    buffer = ReplayBuffer(size: bufferSize)
    super.init()
  }

  /// A subject that keeps `bufferSize` elements.
  public static func create(bufferSize: Int) -> ReplaySubject<Element> {
    ReplaySubject(bufferSize: max(0, bufferSize))
  }

  /// A subject that keeps every element.
  public static func createUnbounded() -> ReplaySubject<Element> {
    ReplaySubject(bufferSize: .max)
  }

  public func asObserver() -> ReplaySubject<Element> { self }

  override func remember(_ element: Element) {
    buffer.keep(element)
  }

  override func forget() { buffer.removeAll() }

  override func replay(to receiver: EventReceiver<Element>) {
    for element in buffer.all { receiver.receive(next: element) }
  }
}
