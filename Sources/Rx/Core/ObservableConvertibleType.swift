/// A type that can be turned into an observable sequence.
public protocol ObservableConvertibleType {
  associatedtype Element
  /// The sequence as an ``Observable``.
  func asObservable() -> Observable<Element>
}
