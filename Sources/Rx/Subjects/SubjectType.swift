/// A sequence that is an observer as well: it sends the events that it gets to its own observers.
public protocol SubjectType: ObservableType {
  associatedtype Observer: ObserverType
  /// The subject's observer side.
  func asObserver() -> Observer
}
