extension ObservableType {
  /// A sequence of one element.
  ///
  ///     _ = Observable.just("hello").subscribe { print($0) }
  ///     // Prints: next(hello)
  ///     //         completed
  @inlinable
  public static func just(_ element: Element) -> Observable<Element> {
    Just(element)
  }

  /// A sequence of one element, sent on a scheduler.
  public static func just(_ element: Element, scheduler: any ImmediateSchedulerType) -> Observable<Element> {
    JustScheduled(element, scheduler: scheduler)
  }
}

/// Needs no sink: both events are sent before the subscription exists.
@usableFromInline
final class Just<Element>: Producer<Element> {
  private let element: Element

  @usableFromInline
  init(_ element: Element) {
    self.element = element
  }

  override func subscribeCore(_ observer: EventReceiver<Element>) -> any DisposableObject {
    observer.send(next: element)
    observer.sendCompleted()
    return NopDisposable.noOp
  }
}

private final class JustScheduled<Element>: Producer<Element> {
  private let element: Element
  private let scheduler: any ImmediateSchedulerType

  init(_ element: Element, scheduler: any ImmediateSchedulerType) {
    self.element = element
    self.scheduler = scheduler
  }

  override func run(_ output: Downstream<Element>) -> StartedSubscription {
    let sink = JustScheduledSink<Element>(output)
    return StartedSubscription(sink: sink, subscription: sink.run(element, scheduler))
  }
}

private final class JustScheduledSink<Element>: Sink<Element, Element> {
  func run(_ element: Element, _ scheduler: any ImmediateSchedulerType) -> any DisposableObject {
    scheduler.schedule(element) { element in
      self.forwardOn(next: element)
      return scheduler.schedule(()) { _ in
        self.finish()
        return Disposables.create()
      }
    }.asDisposableObject()
  }
}
