extension ObservableType {
  /// The sequence's elements, or another sequence's where there are none.
  ///
  ///     _ = Observable<Int>.empty().ifEmpty(switchTo: .of(1, 2)).subscribe(onNext: { print($0) })
  ///     // Prints: 1
  ///     //         2
  public func ifEmpty(switchTo other: Observable<Element>) -> Observable<Element> {
    SwitchIfEmpty(source: asObservable(), other: other)
  }
}

private final class SwitchIfEmpty<Element>: Producer<Element> {
  private let source: Observable<Element>
  private let other: Observable<Element>

  init(source: Observable<Element>, other: Observable<Element>) {
    self.source = source
    self.other = other
  }

  override func run(
    _ observer: EventReceiver<Element>, cancel: SinkDisposer
  ) -> (sink: any DisposableObject, subscription: any DisposableObject) {
    let sink = SwitchIfEmptySink(other: other, observer: observer, cancel: cancel)
    return (sink, sink.run(source))
  }
}

private final class SwitchIfEmptySink<Element>: Sink<Element, Element> {
  private let other: Observable<Element>
  private let otherSubscription = SingleAssignmentDisposable()
  private var isEmpty = true

  init(other: Observable<Element>, observer: EventReceiver<Element>, cancel: SinkDisposer) {
    self.other = other
    super.init(observer: observer, cancel: cancel)
  }

  func run(_ source: Observable<Element>) -> any DisposableObject {
    Disposables.create(source.subscribe(self), otherSubscription)
  }

  override func on(next element: Element) {
    isEmpty = false
    forwardOn(next: element)
  }

  override func onCompleted() {
    guard isEmpty else { return super.onCompleted() }
    otherSubscription.setDisposable(other.subscribe(SwitchIfEmptySinkOther(parent: self)))
  }

  func otherEnded() { super.onCompleted() }
}

/// Receives the events of the sequence that takes the empty one's place.
private final class SwitchIfEmptySinkOther<Element>: EventReceiver<Element> {
  private let parent: SwitchIfEmptySink<Element>

  init(parent: SwitchIfEmptySink<Element>) {
    self.parent = parent
  }

  override func on(next element: Element) { parent.forwardOn(next: element) }

  override func on(error: any Swift.Error) { parent.on(error: error) }

  override func onCompleted() { parent.otherEnded() }
}
