extension ObservableType {
  /// A sequence whose elements are each made from the previous one, like a C `for` loop.
  ///
  ///     _ = Observable.generate(initialState: 1, condition: { $0 < 5 }, iterate: { $0 * 2 })
  ///       .subscribe(onNext: { print($0) })
  ///     // Prints: 1
  ///     //         2
  ///     //         4
  ///
  /// An error thrown by either closure ends the sequence.
  /// - Parameters:
  ///   - initialState: the first element, if it satisfies the condition.
  ///   - condition: whether an element is sent; at the first one that is not, the sequence completes.
  ///   - scheduler: sends the elements, one action each.
  ///   - iterate: makes the next element from the previous one, after that one was sent.
  public static func generate(
    initialState: Element, condition: @escaping (Element) throws -> Bool,
    scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance,
    iterate: @escaping (Element) throws -> Element
  ) -> Observable<Element> {
    Generate(scheduler) { GenerateSink(initialState, condition, iterate, $0) }
  }
}

private final class Generate<Element>: StepwiseProducer<Element> {}

private final class GenerateSink<Element>: StepwiseSink<Element> {
  private let condition: (Element) throws -> Bool
  private let iterate: (Element) throws -> Element
  // Only touched by one action at a time.
  @exclusivity(unchecked) private var state: Element
  @exclusivity(unchecked) private var hasBegun = false

  init(
    _ initialState: Element, _ condition: @escaping (Element) throws -> Bool,
    _ iterate: @escaping (Element) throws -> Element, _ output: Downstream<Element>
  ) {
    state = initialState
    self.condition = condition
    self.iterate = iterate
    super.init(output)
  }

  override func step() throws -> Bool {
    if hasBegun { state = try call(iterate, with: state) }
    hasBegun = true
    guard try call(condition, with: state) else { return false }
    forwardOn(next: state)
    return true
  }
}
