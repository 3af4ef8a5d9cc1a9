extension ObservableType {
  /// Goes on with another sequence when this one fails.
  ///
  ///     _ = Observable<Int>.error(RxError.timeout).catch { _ in .just(0) }.subscribe(onNext: { print($0) })
  ///     // Prints: 0
  ///
  /// - Parameter handler: gives the other sequence; an error that it throws ends the sequence.
  public func `catch`(
    _ handler: @escaping (any Swift.Error) throws -> Observable<Element>
  ) -> Observable<Element> {
    Catch(source: asObservable(), handler: handler)
  }

  /// Sends one more element and ends when this sequence fails.
  public func catchAndReturn(_ element: Element) -> Observable<Element> {
    Catch(source: asObservable()) { _ in .just(element) }
  }
}

private final class Catch<Element>: Producer<Element> {
  private let source: Observable<Element>
  private let handler: (any Swift.Error) throws -> Observable<Element>

  init(source: Observable<Element>, handler: @escaping (any Swift.Error) throws -> Observable<Element>) {
    self.source = source
    self.handler = handler
  }

  override func run(
    _ observer: EventReceiver<Element>, cancel: SinkDisposer
  ) -> (sink: any DisposableObject, subscription: any DisposableObject) {
    let sink = CatchSink(handler: handler, observer: observer, cancel: cancel)
    return (sink, sink.run(source))
  }
}

private final class CatchSink<Element>: Sink<Element, Element> {
  private let handler: (any Swift.Error) throws -> Observable<Element>
  private let subscription = SerialDisposable()

  init(
    handler: @escaping (any Swift.Error) throws -> Observable<Element>, observer: EventReceiver<Element>,
    cancel: SinkDisposer
  ) {
    self.handler = handler
    super.init(observer: observer, cancel: cancel)
  }

  func run(_ source: Observable<Element>) -> any DisposableObject {
    let first = SingleAssignmentDisposable()
    subscription.disposable = first
    first.setDisposable(source.subscribe(self))
    return subscription
  }

  override func on(next element: Element) { forwardOn(next: element) }

  override func on(error: any Swift.Error) {
    do {
      let other = try handler(error)
      subscription.disposable = other.subscribe(CatchSecondSink(parent: self))
    } catch {
      super.on(error: error)
    }
  }

  func failForGood(_ error: any Swift.Error) {
    super.on(error: error)
  }
}

/// Receives the events of the sequence that takes over; its error is not caught again.
private final class CatchSecondSink<Element>: EventReceiver<Element> {
  private let parent: CatchSink<Element>

  init(parent: CatchSink<Element>) {
    self.parent = parent
  }

  override func on(next element: Element) { parent.forwardOn(next: element) }
  override func on(error: any Swift.Error) { parent.failForGood(error) }
  override func onCompleted() { parent.onCompleted() }
}
