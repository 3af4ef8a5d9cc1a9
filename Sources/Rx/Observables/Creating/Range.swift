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
    precondition(count >= 0, "range(start: \(start), count: \(count)): the count can't be negative")
    precondition(
      count == 0 || !start.addingReportingOverflow(count - 1).overflow,
      "range(start: \(start), count: \(count)): the last number is too large for its type")
    return RangeProducer(scheduler) { RangeSink(start, count, $0) }
  }
}

/// Numbers that can be counted.
public typealias RxAbstractInteger = FixedWidthInteger

private final class RangeProducer<Element: RxAbstractInteger>: StepwiseProducer<Element> {}

private final class RangeSink<Element: RxAbstractInteger>: StepwiseSink<Element> {
  // Only touched by one action at a time. The remaining ones are counted in a type of known size, which unspecialised
  // code compares without a call.
  @exclusivity(unchecked) private var next: Element
  @exclusivity(unchecked) private var remaining: UInt64
  private let one: Element = 1

  init(_ start: Element, _ count: Element, _ output: Downstream<Element>) {
    next = start
    remaining = UInt64(clamping: count)
    super.init(output)
  }

  override func step() -> Bool {
    guard remaining > 0 else { return false }
    let number = next
    // Wraps after the largest number of its type, which is then the last.
    next &+= one
    remaining -= 1
    forwardOn(next: number)
    return true
  }
}
