extension ObservableType {
  /// One element, again and again, forever.
  ///
  ///     _ = Observable.repeatElement("tick").take(2).subscribe(onNext: { print($0) })
  ///     // Prints: tick
  ///     //         tick
  ///
  /// - Parameter scheduler: sends the elements, one action each.
  public static func repeatElement(
    _ element: Element, scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Observable<Element> {
    RepeatElement(scheduler) { RepeatElementSink(element, $0) }
  }
}

private final class RepeatElement<Element>: StepwiseProducer<Element> {}

private final class RepeatElementSink<Element>: StepwiseSink<Element> {
  private let element: Element

  init(_ element: Element, _ output: Downstream<Element>) {
    self.element = element
    super.init(output)
  }

  override func step() -> Bool {
    forwardOn(next: element)
    return true
  }
}
