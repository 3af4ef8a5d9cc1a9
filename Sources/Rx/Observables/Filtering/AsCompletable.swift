extension ObservableType where Element == Never {
  /// The sequence, which by its type has no elements, as a completable.
  public func asCompletable() -> Completable {
    let source = asObservable()
    // A producer's sink unsubscribes from the source at its terminal event; another class of sequences need not.
    return PrimitiveSequence(raw: source is Producer<Never> ? source : source.ignoreElements())
  }
}
