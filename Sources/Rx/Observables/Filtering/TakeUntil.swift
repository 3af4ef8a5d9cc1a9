extension ObservableType {
  /// The elements until another sequence sends something, which is the end.
  ///
  ///     let (source, stop) = (PublishSubject<Int>(), PublishSubject<Void>())
  ///     _ = source.take(until: stop).subscribe { print($0) }
  ///     source.onNext(1)
  ///     stop.onNext(())
  ///     source.onNext(2)
  ///     // Prints: next(1)
  ///     //         completed
  ///
  /// An error of the other sequence ends this one as well; its end does not.
  public func take<Source: ObservableType>(until other: Source) -> Observable<Element> {
    let other = other.asObservable()
    return TakeUntil(asObservable(), other) { TakeUntilSink(other, $0) }
  }
}

private final class TakeUntil<Element, Other>: TwoSourceOperator<Element, Other, Element> {}

private final class TakeUntilSink<Element, Other>: SerialSink<Element, Element> {
  private let other: Observable<Other>

  init(_ other: Observable<Other>, _ output: Downstream<Element>) {
    self.other = other
    super.init(output)
  }

  /// The other sequence comes first: an element that the source sends on subscription may be too late already.
  override func run(_ source: Observable<Element>) -> any DisposableObject {
    let otherSubscription = TakeUntilSinkOther(of: self).run(other)
    return Disposables.create(source.subscribe(self), otherSubscription)
  }

  override func on(next element: Element) { forwardSerially(next: element) }
}

private final class TakeUntilSinkOther<Element, Other>: HeldInput<TakeUntilSink<Element, Other>, Other> {
  override func on(next element: Other) { parent.finish() }
}
