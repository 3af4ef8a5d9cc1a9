/// A sequence of events that observers subscribe to.
///
/// ``Observable`` is the class of nearly all of them. Your own type needs only `subscribe(_:)`.
public protocol ObservableType: ObservableConvertibleType {
  /// Starts to send the sequence's events to `observer`.
  ///
  /// The observer gets any number of next events, then at most one terminal event. It gets nothing after that, or after
  /// the returned disposable was disposed. Events come one after another, on whatever thread the sequence uses.
  /// - Returns: a disposable that ends the subscription and frees its resources.
  func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable where Observer.Element == Element
}

extension ObservableType {
  public func asObservable() -> Observable<Element> {
    Observable.create { observer in self.subscribe(observer) }
  }
}
