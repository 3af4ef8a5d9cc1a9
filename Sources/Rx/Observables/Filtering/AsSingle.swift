extension ObservableType {
  /// The sequence's only element, sent when the sequence completes; fails if there is none, or a second one.
  ///
  ///     _ = Observable.of(1).asSingle().subscribe(onSuccess: { print($0) })
  ///     // Prints: 1
  ///
  /// It fails with ``RxError/noElements`` or ``RxError/moreThanOneElement``.
  public func asSingle() -> Single<Element> {
    PrimitiveSequence(raw: AsSingle(asObservable(), AsSingleSink.init))
  }

  /// The sequence's only element, if any, sent when the sequence completes; fails if there is a second one.
  ///
  /// It fails with ``RxError/moreThanOneElement``.
  public func asMaybe() -> Maybe<Element> {
    PrimitiveSequence(raw: AsMaybe(asObservable(), AsMaybeSink.init))
  }
}

private final class AsSingle<Element>: Operator<Element, Element> {}

private final class AsMaybe<Element>: Operator<Element, Element> {}

/// Keeps the only element until the completion.
private class AsMaybeSink<Element>: Sink<Element, Element> {
  override class var traits: Traits { [.limits, .withholds(.end)] }

  @exclusivity(unchecked) private final var only = Slot<Element>()

  override final func on(next element: Element) {
    if only.isFull { fail(RxError.moreThanOneElement) } else { only.put(element) }
  }

  override final func onCompletion() {
    guard only.isFull else { return endWithoutElement() }
    forwardOn(next: only.take())
    finish()
  }

  func endWithoutElement() { finish() }
}

private final class AsSingleSink<Element>: AsMaybeSink<Element> {
  override func endWithoutElement() { fail(RxError.noElements) }
}
