extension ObservableType where Element: RxAbstractInteger {
  /// `count` numbers from `start` on.
  ///
  ///     _ = Observable.range(start: 5, count: 3).subscribe(onNext: { print($0) })
  ///     // Prints: 5
  ///     //         6
  ///     //         7
  ///
  /// - Parameters:
  ///   - count: not negative, and small enough for the last number to exist.
  ///   - scheduler: where the numbers are sent, one action each.
  public static func range(
    start: Element, count: Element, scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Observable<Element> {
    RangeProducer(start: start, count: count, scheduler: scheduler)
  }
}

/// Numbers that can be counted.
public typealias RxAbstractInteger = FixedWidthInteger

private final class RangeProducer<Element: RxAbstractInteger>: Producer<Element> {
  private let start: Element
  private let count: Element
  private let scheduler: any ImmediateSchedulerType

  init(start: Element, count: Element, scheduler: any ImmediateSchedulerType) {
    precondition(count >= 0, "range(start: \(start), count: \(count)): the count can't be negative")
    precondition(
      count == 0 || !start.addingReportingOverflow(count - 1).overflow,
      "range(start: \(start), count: \(count)): the last number is too large for its type")
    self.start = start
    self.count = count
    self.scheduler = scheduler
  }

  override func run(
    _ observer: EventReceiver<Element>, cancel: SinkDisposer
  ) -> (sink: any DisposableObject, subscription: any DisposableObject) {
    let sink = RangeSink(start: start, count: count, observer: observer, cancel: cancel)
    return (sink, scheduler.scheduleLoop { sink.step() })
  }
}

private final class RangeSink<Element: RxAbstractInteger>: Sink<Element, Element> {
  // Only touched by one action at a time. The remaining ones are counted in a type of known size, which unspecialised
  // code compares without a call.
  @exclusivity(unchecked) private var next: Element
  @exclusivity(unchecked) private var remaining: UInt64
  private let one: Element = 1

  init(start: Element, count: Element, observer: EventReceiver<Element>, cancel: SinkDisposer) {
    next = start
    remaining = UInt64(clamping: count)
    super.init(observer: observer, cancel: cancel)
  }

  /// Sends one number; false when there are no more, or nobody wants them.
  func step() -> Bool {
    guard !isDisposed else { return false }
    guard remaining > 0 else {
      forwardOnCompleted()
      dispose()
      return false
    }
    let number = next
    // Wraps after the largest number of its type, which is then the last.
    next &+= one
    remaining -= 1
    forwardOn(next: number)
    return true
  }
}
