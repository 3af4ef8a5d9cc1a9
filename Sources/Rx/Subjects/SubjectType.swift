/// A sequence that is an observer as well: what it is given it gives to its own observers.
public protocol SubjectType: ObservableType {
  associatedtype Observer: ObserverType
  /// The subject's observer side.
  func asObserver() -> Observer
}
