extension ObservableType {
  /// The elements that come before another sequence sends something, then the completion.
  ///
  ///     let (source, stop) = (PublishSubject<Int>(), PublishSubject<Void>())
  ///     _ = source.take(until: stop).subscribe { print($0) }
  ///     source.onNext(1)
  ///     stop.onNext(())
  ///     source.onNext(2)
  ///     // Prints: next(1)
  ///     //         completed
  ///
  /// If the other sequence fails, so does this one; its completion changes nothing.
  public func take<Source: ObservableType>(until other: Source) -> Observable<Element> {
    let other = other.asObservable()
    return TakeUntil(asObservable(), other) { TakeUntilSink(other, $0) }
  }
}

private final class TakeUntil<Element, Other>: TwoSourceOperator<Element, Other, Element> {}

private final class TakeUntilSink<Element, Other>: SerialSink<Element, Element> {
  override class var traits: Traits { .limits }

  private let other: Observable<Other>

  init(_ other: Observable<Other>, _ output: Downstream<Element>) {
    self.other = other
    super.init(output)
  }

  /// Subscribes to the other sequence first: if both send on subscription, the source's elements come too late.
  override func run(_ source: Observable<Element>) -> any DisposableObject {
    let otherSubscription = TakeUntilSinkOther(of: self).run(other)
    return Disposables.create(source.subscribe(self), otherSubscription)
  }

  override func on(next element: Element) { forwardSerially(next: element) }
}

private final class TakeUntilSinkOther<Element, Other>: SideInput<TakeUntilSink<Element, Other>, Other> {
  override func on(next element: Other) { parent.finish() }
}
