extension ObservableType where Element: RxAbstractInteger {
  /// `count` consecutive numbers, beginning with `start`.
  ///
  ///     _ = Observable.range(start: 5, count: 3).subscribe(onNext: { print($0) })
  ///     // Prints: 5
  ///     //         6
  ///     //         7
  ///
  /// - Parameters:
  ///   - count: not negative, and small enough for the last number to fit into `Element`.
  ///   - scheduler: sends the numbers, one action each.
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

/// The integer types that `range`, `interval` and `timer` can count in.
public typealias RxAbstractInteger = FixedWidthInteger

private final class RangeProducer<Element: RxAbstractInteger>: StepwiseProducer<Element> {}

private final class RangeSink<Element: RxAbstractInteger>: StepwiseSink<Element> {
  // Only touched by one action at a time. The remaining count is a `UInt64`, because unspecialised code compares a type
  // of known size without a call.
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
    // Wraps only after the largest number of the type, which is the last then.
    next &+= one
    remaining -= 1
    forwardOn(next: number)
    return true
  }
}
