extension ObservableType {
  /// One element, again and again, without end.
  ///
  ///     _ = Observable.repeatElement("tick").take(2).subscribe(onNext: { print($0) })
  ///     // Prints: tick
  ///     //         tick
  ///
  /// - Parameter scheduler: where the elements are sent, one action each.
  public static func repeatElement(
    _ element: Element, scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Observable<Element> {
    RepeatElement(element: element, scheduler: scheduler)
  }
}

private final class RepeatElement<Element>: Producer<Element> {
  private let element: Element
  private let scheduler: any ImmediateSchedulerType

  init(element: Element, scheduler: any ImmediateSchedulerType) {
    self.element = element
    self.scheduler = scheduler
  }

  override func run(
    _ observer: EventReceiver<Element>, cancel: SinkDisposer
  ) -> (sink: any DisposableObject, subscription: any DisposableObject) {
    let sink = RepeatElementSink(element: element, observer: observer, cancel: cancel)
    return (sink, scheduler.scheduleLoop { sink.step() })
  }
}

private final class RepeatElementSink<Element>: Sink<Element, Element> {
  private let element: Element

  init(element: Element, observer: EventReceiver<Element>, cancel: SinkDisposer) {
    self.element = element
    super.init(observer: observer, cancel: cancel)
  }

  /// Sends the element; false when nobody wants it any more.
  func step() -> Bool {
    guard !isDisposed else { return false }
    forwardOn(next: element)
    return true
  }
}
