extension PublishRelay {
  /// The relay as a sequence that cannot fail.
  public func asInfallible() -> Infallible<Element> { Infallible(asObservable()) }
}

extension BehaviorRelay {
  /// The relay as a sequence that cannot fail.
  ///
  ///     let relay = BehaviorRelay(value: 1)
  ///     _ = relay.asInfallible().subscribe(onNext: { print($0) })
  ///     // Prints: 1
  public func asInfallible() -> Infallible<Element> { Infallible(asObservable()) }
}

extension ReplayRelay {
  /// The relay as a sequence that cannot fail.
  public func asInfallible() -> Infallible<Element> { Infallible(asObservable()) }
}

extension ObservableType {
  /// Turns each element into a sequence that cannot fail, and sends only the elements of the latest sequence.
  ///
  /// The caller must ensure that this sequence does not fail and `selector` does not throw.
  public func flatMapLatest<Source: InfallibleType>(
    _ selector: @escaping (Element) throws -> Source
  ) -> Infallible<Source.Element> {
    Infallible(asObservable().flatMapLatest { try selector($0).asObservable() })
  }
}
