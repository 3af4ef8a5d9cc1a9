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
    TakeUntil(source: asObservable(), other: other.asObservable())
  }
}

private final class TakeUntil<Element, Other>: Producer<Element> {
  private let source: Observable<Element>
  private let other: Observable<Other>

  init(source: Observable<Element>, other: Observable<Other>) {
    self.source = source
    self.other = other
  }

  override func run(
    _ observer: EventReceiver<Element>, cancel: SinkDisposer
  ) -> (sink: any DisposableObject, subscription: any DisposableObject) {
    let sink = TakeUntilSink<Element, Other>(observer: observer, cancel: cancel)
    return (sink, sink.run(source, other))
  }
}

private final class TakeUntilSink<Element, Other>: SerialSink<Element, Element> {
  /// The other sequence comes first: what the source sends on subscription may be too late already.
  func run(_ source: Observable<Element>, _ other: Observable<Other>) -> any DisposableObject {
    let otherSubscription = SingleAssignmentDisposable()
    let otherSink = TakeUntilSinkOther(parent: self, disposable: otherSubscription)
    otherSubscription.setDisposable(other.subscribe(otherSink))
    return Disposables.create(source.subscribe(self), otherSubscription)
  }

  override func on(next element: Element) { forwardSerially(next: element) }
}

/// Receives the other sequence's events.
private final class TakeUntilSinkOther<Element, Other>: EventReceiver<Other> {
  private let parent: TakeUntilSink<Element, Other>
  private let disposable: SingleAssignmentDisposable

  init(parent: TakeUntilSink<Element, Other>, disposable: SingleAssignmentDisposable) {
    self.parent = parent
    self.disposable = disposable
  }

  override func on(next element: Other) { parent.onCompleted() }

  override func on(error: any Swift.Error) { parent.on(error: error) }

  override func onCompleted() { disposable.dispose() }
}
