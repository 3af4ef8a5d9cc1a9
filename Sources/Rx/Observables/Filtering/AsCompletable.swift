extension ObservableType where Element == Never {
  /// The sequence, whose type rules out elements, as a completable.
  public func asCompletable() -> Completable {
    let source = asObservable()
    // A producer's sink unsubscribes from the source at the terminal event; other sequences may not.
    return PrimitiveSequence(raw: source is Producer<Never> ? source : source.ignoreElements())
  }
}
