extension ObservableType {
  /// Calls closures for what happens on the way, and changes nothing about it.
  ///
  ///     _ = Observable.of(1, 2).do(onNext: { print("sending \($0)") }, onDispose: { print("let go") })
  ///       .subscribe(onNext: { print($0) })
  ///     // Prints: sending 1
  ///     //         1
  ///     //         sending 2
  ///     //         2
  ///     //         let go
  ///
  /// An error thrown by a closure takes the place of the event, or follows the element, and ends the sequence. What is
  /// thrown after the end has been sent reaches nobody: a sequence ends once.
  /// - Parameters:
  ///   - afterNext: called when the observer has taken the element; so are the others called after something.
  ///   - onSubscribe: called before the sequence is subscribed to, and `onSubscribed` after that.
  ///   - onDispose: called when the subscription to the sequence has been disposed of, for whatever reason.
  public func `do`(
    onNext: ((Element) throws -> Void)? = nil, afterNext: ((Element) throws -> Void)? = nil,
    onError: ((any Swift.Error) throws -> Void)? = nil, afterError: ((any Swift.Error) throws -> Void)? = nil,
    onCompleted: (() throws -> Void)? = nil, afterCompleted: (() throws -> Void)? = nil,
    onSubscribe: (() -> Void)? = nil, onSubscribed: (() -> Void)? = nil, onDispose: (() -> Void)? = nil
  ) -> Observable<Element> {
    Do(
      source: asObservable(),
      before: EventClosures(next: onNext, error: onError, completed: onCompleted),
      after: EventClosures(next: afterNext, error: afterError, completed: afterCompleted),
      lifetime: LifetimeClosures(subscribe: onSubscribe, subscribed: onSubscribed, dispose: onDispose))
  }
}

private struct EventClosures<Element> {
  let next: ((Element) throws -> Void)?
  let error: ((any Swift.Error) throws -> Void)?
  let completed: (() throws -> Void)?
}

private struct LifetimeClosures {
  let subscribe: (() -> Void)?
  let subscribed: (() -> Void)?
  let dispose: (() -> Void)?
}

private final class Do<Element>: Producer<Element> {
  private let source: Observable<Element>
  private let before: EventClosures<Element>
  private let after: EventClosures<Element>
  private let lifetime: LifetimeClosures

  init(
    source: Observable<Element>, before: EventClosures<Element>, after: EventClosures<Element>,
    lifetime: LifetimeClosures
  ) {
    self.source = source
    self.before = before
    self.after = after
    self.lifetime = lifetime
  }

  override func run(
    _ observer: EventReceiver<Element>, cancel: SinkDisposer
  ) -> (sink: any DisposableObject, subscription: any DisposableObject) {
    lifetime.subscribe?()
    let sink = DoSink(before: before, after: after, observer: observer, cancel: cancel)
    let subscription = source.subscribe(sink)
    lifetime.subscribed?()
    guard let onDispose = lifetime.dispose else { return (sink, subscription) }
    return (sink, BinaryDisposable(subscription, AnonymousDisposable(onDispose)))
  }
}

private final class DoSink<Element>: Sink<Element, Element> {
  private let before: EventClosures<Element>
  private let after: EventClosures<Element>

  init(
    before: EventClosures<Element>, after: EventClosures<Element>, observer: EventReceiver<Element>,
    cancel: SinkDisposer
  ) {
    self.before = before
    self.after = after
    super.init(observer: observer, cancel: cancel)
  }

  override func on(next element: Element) {
    do {
      try before.next?(element)
      forwardOn(next: element)
      try after.next?(element)
    } catch {
      super.on(error: error)
    }
  }

  override func on(error: any Swift.Error) {
    do {
      try before.error?(error)
    } catch {
      return super.on(error: error)
    }
    forwardOn(error: error)
    try? after.error?(error)
    dispose()
  }

  override func onCompleted() {
    do {
      try before.completed?()
    } catch {
      return super.on(error: error)
    }
    forwardOnCompleted()
    try? after.completed?()
    dispose()
  }
}
