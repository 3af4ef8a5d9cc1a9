/// A sequence of events that observers subscribe to.
///
/// ``Observable`` is the class behind nearly all of them. A type of one's own needs `subscribe(_:)` alone.
public protocol ObservableType: ObservableConvertibleType {
  /// Starts to give the sequence's events to `observer`.
  ///
  /// The observer gets any number of next events, then at most one error or completed, and nothing after it, nor after
  /// the returned disposable was disposed of. Events come one after another, on whatever thread the sequence uses.
  /// - Returns: what ends the subscription and frees its resources.
  func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable where Observer.Element == Element
}

extension ObservableType {
  public func asObservable() -> Observable<Element> {
    Observable.create { observer in self.subscribe(observer) }
  }
}
