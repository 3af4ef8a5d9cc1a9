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

private final class TakeUntilSink<Element, Other>: Sink<Element, Element>, SynchronizedOnType {
  let lock = RecursiveLock()

  /// The other sequence comes first: what the source sends on subscription may be too late already.
  func run(_ source: Observable<Element>, _ other: Observable<Other>) -> any DisposableObject {
    let otherSubscription = SingleAssignmentDisposable()
    let otherSink = TakeUntilSinkOther(parent: self, disposable: otherSubscription)
    otherSubscription.setDisposable(other.subscribe(otherSink))
    return Disposables.create(source.subscribe(self), otherSubscription)
  }

  override func on(next element: Element) { synchronizedOn(next: element) }

  override func on(error: any Swift.Error) { synchronizedOn(error: error) }

  override func onCompleted() { synchronizedOnCompleted() }

  func onSynchronized(next element: Element) { forwardOn(next: element) }

  func onSynchronized(error: any Swift.Error) { super.on(error: error) }

  func onSynchronizedCompleted() { super.onCompleted() }
}

/// Receives the other sequence's events; shares the lock of the sink that it ends.
private final class TakeUntilSinkOther<Element, Other>: EventReceiver<Other>, SynchronizedOnType {
  let lock: RecursiveLock
  private let parent: TakeUntilSink<Element, Other>
  private let disposable: SingleAssignmentDisposable

  init(parent: TakeUntilSink<Element, Other>, disposable: SingleAssignmentDisposable) {
    self.parent = parent
    self.disposable = disposable
    lock = parent.lock
  }

  override func on(next element: Other) { synchronizedOn(next: element) }

  override func on(error: any Swift.Error) { synchronizedOn(error: error) }

  override func onCompleted() { synchronizedOnCompleted() }

  func onSynchronized(next element: Other) { parent.onSynchronizedCompleted() }

  func onSynchronized(error: any Swift.Error) { parent.onSynchronized(error: error) }

  func onSynchronizedCompleted() { disposable.dispose() }
}
