extension ObservableType {
  /// Calls closures for the sequence's events and subscriptions; the events stay as they are.
  ///
  ///     _ = Observable.of(1, 2).do(onNext: { print("sending \($0)") }, onDispose: { print("disposed") })
  ///       .subscribe(onNext: { print($0) })
  ///     // Prints: sending 1
  ///     //         1
  ///     //         sending 2
  ///     //         2
  ///     //         disposed
  ///
  /// An error thrown by an `on…` closure replaces the event and ends the sequence; one thrown by `afterNext` ends it
  /// after the element. Errors of `afterError` and `afterCompleted` are ignored, because the sequence has ended.
  /// - Parameters:
  ///   - afterNext: called after the observer has got the element; likewise `afterError` and `afterCompleted`.
  ///   - onSubscribe: called before the sequence is subscribed to; `onSubscribed` after that.
  ///   - onDispose: called after the subscription to the sequence was disposed, for whatever reason.
  public func `do`(
    onNext: ((Element) throws -> Void)? = nil, afterNext: ((Element) throws -> Void)? = nil,
    onError: ((any Swift.Error) throws -> Void)? = nil, afterError: ((any Swift.Error) throws -> Void)? = nil,
    onCompleted: (() throws -> Void)? = nil, afterCompleted: (() throws -> Void)? = nil,
    onSubscribe: (() -> Void)? = nil, onSubscribed: (() -> Void)? = nil, onDispose: (() -> Void)? = nil
  ) -> Observable<Element> {
    let before = EventClosures(next: onNext, error: onError, completed: onCompleted)
    let after = EventClosures(next: afterNext, error: afterError, completed: afterCompleted)
    let lifetime = LifetimeClosures(subscribe: onSubscribe, subscribed: onSubscribed, dispose: onDispose)
    return Do(asObservable()) { DoSink(before, after, lifetime, $0) }
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

private final class Do<Element>: Operator<Element, Element> {}

private final class DoSink<Element>: Sink<Element, Element> {
  private let before: EventClosures<Element>
  private let after: EventClosures<Element>
  private let lifetime: LifetimeClosures

  init(
    _ before: EventClosures<Element>, _ after: EventClosures<Element>, _ lifetime: LifetimeClosures,
    _ output: Downstream<Element>
  ) {
    self.before = before
    self.after = after
    self.lifetime = lifetime
    super.init(output)
  }

  override func run(_ source: Observable<Element>) -> any DisposableObject {
    if let onSubscribe = lifetime.subscribe { call(onSubscribe) }
    let subscription = source.subscribe(self)
    if let onSubscribed = lifetime.subscribed { call(onSubscribed) }
    guard let onDispose = lifetime.dispose else { return subscription }
    return BinaryDisposable(subscription, AnonymousDisposable(onDispose))
  }

  override func on(next element: Element) {
    do {
      if let onNext = before.next { try call(onNext, with: element) }
      forwardOn(next: element)
      if let afterNext = after.next { try call(afterNext, with: element) }
    } catch { fail(error) }
  }

  override func on(error: any Swift.Error) {
    do {
      if let onError = before.error { try call(onError, with: error) }
      forwardOn(error: error)
      if let afterError = after.error { try? call(afterError, with: error) }
      dispose()
    } catch { fail(error) }
  }

  override func onCompletion() {
    do {
      if let onCompleted = before.completed { try call(onCompleted) }
      forwardOnCompleted()
      if let afterCompleted = after.completed { try? call(afterCompleted) }
      dispose()
    } catch { fail(error) }
  }
}
