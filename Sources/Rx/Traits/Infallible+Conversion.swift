extension PublishRelay {
  /// The relay as a sequence that does not fail.
  public func asInfallible() -> Infallible<Element> { Infallible(asObservable()) }
}

extension BehaviorRelay {
  /// The relay as a sequence that does not fail.
  ///
  ///     let relay = BehaviorRelay(value: 1)
  ///     _ = relay.asInfallible().subscribe(onNext: { print($0) })
  ///     // Prints: 1
  public func asInfallible() -> Infallible<Element> { Infallible(asObservable()) }
}

extension ReplayRelay {
  /// The relay as a sequence that does not fail.
  public func asInfallible() -> Infallible<Element> { Infallible(asObservable()) }
}

extension SharedSequence {
  /// The sequence, which does not fail, as an ``Infallible``.
  public func asInfallible() -> Infallible<Element> { Infallible(asObservable()) }
}

extension ObservableType {
  /// The elements of the sequence that was made of the latest element.
  ///
  /// The same as for any other kind of sequence; that the result does not fail is the caller's to see to.
  public func flatMapLatest<Source: InfallibleType>(
    _ selector: @escaping (Element) throws -> Source
  ) -> Infallible<Source.Element> {
    Infallible(asObservable().flatMapLatest { try selector($0).asObservable() })
  }
}
