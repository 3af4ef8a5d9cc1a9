import Synchronization

extension ObservableType {
  /// Leaves out elements until another sequence sends something.
  ///
  ///     let (source, start) = (PublishSubject<Int>(), PublishSubject<Void>())
  ///     _ = source.skip(until: start).subscribe(onNext: { print($0) })
  ///     source.onNext(1)
  ///     start.onNext(())
  ///     source.onNext(2)
  ///     // Prints: 2
  ///
  /// An error of the other sequence ends this one, until it has sent something and is let go of. Where it ends without
  /// having sent anything, nothing comes through but the end.
  public func skip<Source: ObservableType>(until other: Source) -> Observable<Element> {
    SkipUntil(source: asObservable(), other: other.asObservable())
  }
}

private final class SkipUntil<Element, Other>: Producer<Element> {
  private let source: Observable<Element>
  private let other: Observable<Other>

  init(source: Observable<Element>, other: Observable<Other>) {
    self.source = source
    self.other = other
  }

  override func run(
    _ observer: EventReceiver<Element>, cancel: SinkDisposer
  ) -> (sink: any DisposableObject, subscription: any DisposableObject) {
    let sink = SkipUntilSink<Element, Other>(observer: observer, cancel: cancel)
    return (sink, sink.run(source, other))
  }
}

private final class SkipUntilSink<Element, Other>: SerialSink<Element, Element> {
  private let hasOpened = Atomic<Bool>(false)

  var isOpen: Bool { hasOpened.load(ordering: .acquiring) }

  func run(_ source: Observable<Element>, _ other: Observable<Other>) -> any DisposableObject {
    let sourceSubscription = source.subscribe(self)
    let otherSubscription = SingleAssignmentDisposable()
    let otherSink = SkipUntilSinkOther(parent: self, disposable: otherSubscription)
    otherSubscription.setDisposable(other.subscribe(otherSink))
    return Disposables.create(sourceSubscription, otherSubscription)
  }

  override func on(next element: Element) {
    if isOpen { forwardSerially(next: element) }
  }

  func open() { hasOpened.store(true, ordering: .releasing) }
}

/// Receives the other sequence's events.
private final class SkipUntilSinkOther<Element, Other>: EventReceiver<Other> {
  private let parent: SkipUntilSink<Element, Other>
  private let disposable: SingleAssignmentDisposable

  init(parent: SkipUntilSink<Element, Other>, disposable: SingleAssignmentDisposable) {
    self.parent = parent
    self.disposable = disposable
  }

  override func on(next element: Other) {
    parent.open()
    disposable.dispose()
  }

  /// One that sends and fails while it is subscribed to cannot be disposed of in between.
  override func on(error: any Swift.Error) {
    if !parent.isOpen { parent.on(error: error) }
  }

  override func onCompleted() { disposable.dispose() }
}
