extension ObservableConvertibleType {
  /// This sequence as a shared one; if this one fails, the shared one sends `onErrorJustReturn` and completes.
  public func asSharedSequence<S: SharingStrategyProtocol>(
    sharingStrategy: S.Type = S.self, onErrorJustReturn element: Element
  ) -> SharedSequence<S, Element> {
    SharedSequence(asObservable().observe(on: S.scheduler).catchAndReturn(element))
  }

  /// This sequence as a shared one; if this one fails, the shared one goes on with another.
  public func asSharedSequence<S: SharingStrategyProtocol>(
    sharingStrategy: S.Type = S.self, onErrorDriveWith other: SharedSequence<S, Element>
  ) -> SharedSequence<S, Element> {
    SharedSequence(asObservable().observe(on: S.scheduler).catch { _ in other.asObservable() })
  }

  /// This sequence as a shared one; if this one fails, the shared one goes on with the result of `onErrorRecover`.
  public func asSharedSequence<S: SharingStrategyProtocol>(
    sharingStrategy: S.Type = S.self,
    onErrorRecover recover: @escaping (_ error: any Swift.Error) -> SharedSequence<S, Element>
  ) -> SharedSequence<S, Element> {
    SharedSequence(asObservable().observe(on: S.scheduler).catch { recover($0).asObservable() })
  }
}

extension SharedSequence {
  /// The sequence, which cannot fail, as an ``Infallible``.
  public func asInfallible() -> Infallible<Element> { Infallible(asObservable()) }
}
