/// A replay subject that can neither fail nor complete.
public final class ReplayRelay<Element>: ObservableType {
  private let subject: ReplaySubject<Element>

  private init(_ subject: ReplaySubject<Element>) {
    self.subject = subject
  }

  /// A relay that keeps the latest `bufferSize` elements for new observers.
  public static func create(bufferSize: Int) -> ReplayRelay<Element> {
    ReplayRelay(.create(bufferSize: bufferSize))
  }

  /// A relay that keeps every element for new observers.
  public static func createUnbound() -> ReplayRelay<Element> {
    ReplayRelay(.createUnbounded())
  }

  /// Sends an element to all observers, and keeps it.
  public func accept(_ event: Element) { subject.onNext(event) }

  public func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
  where Observer.Element == Element {
    subject.subscribe(observer)
  }

  public func asObservable() -> Observable<Element> { subject }
}
