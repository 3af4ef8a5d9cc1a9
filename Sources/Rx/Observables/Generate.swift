extension ObservableType {
  /// A sequence whose elements each come of the one before, as a `for` loop with three parts says it.
  ///
  ///     _ = Observable.generate(initialState: 1, condition: { $0 < 5 }, iterate: { $0 * 2 })
  ///       .subscribe(onNext: { print($0) })
  ///     // Prints: 1
  ///     //         2
  ///     //         4
  ///
  /// An error thrown by either closure ends the sequence.
  /// - Parameters:
  ///   - initialState: the first element, where it satisfies the condition.
  ///   - condition: says of each element whether it is sent; the first that is not is the end.
  ///   - scheduler: where the elements are sent, one action each.
  ///   - iterate: makes the next element of the one before; not called before that one was sent.
  public static func generate(
    initialState: Element, condition: @escaping (Element) throws -> Bool,
    scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance,
    iterate: @escaping (Element) throws -> Element
  ) -> Observable<Element> {
    Generate(initialState: initialState, condition: condition, iterate: iterate, scheduler: scheduler)
  }
}

private final class Generate<Element>: Producer<Element> {
  private let initialState: Element
  private let condition: (Element) throws -> Bool
  private let iterate: (Element) throws -> Element
  private let scheduler: any ImmediateSchedulerType

  init(
    initialState: Element, condition: @escaping (Element) throws -> Bool,
    iterate: @escaping (Element) throws -> Element, scheduler: any ImmediateSchedulerType
  ) {
    self.initialState = initialState
    self.condition = condition
    self.iterate = iterate
    self.scheduler = scheduler
  }

  override func run(
    _ observer: EventReceiver<Element>, cancel: SinkDisposer
  ) -> (sink: any DisposableObject, subscription: any DisposableObject) {
    let sink = GenerateSink(
      initialState: initialState, condition: condition, iterate: iterate, observer: observer, cancel: cancel)
    return (sink, scheduler.scheduleLoop { sink.step() })
  }
}

private final class GenerateSink<Element>: Sink<Element, Element> {
  private let condition: (Element) throws -> Bool
  private let iterate: (Element) throws -> Element
  // Only touched by one action at a time.
  @exclusivity(unchecked) private var state: Element
  @exclusivity(unchecked) private var hasBegun = false

  init(
    initialState: Element, condition: @escaping (Element) throws -> Bool,
    iterate: @escaping (Element) throws -> Element, observer: EventReceiver<Element>, cancel: SinkDisposer
  ) {
    state = initialState
    self.condition = condition
    self.iterate = iterate
    super.init(observer: observer, cancel: cancel)
  }

  /// Sends one element; false when there are no more, or nobody wants them.
  func step() -> Bool {
    guard !isDisposed else { return false }
    do {
      if hasBegun { state = try iterate(state) }
      hasBegun = true
      guard try condition(state) else {
        super.onCompleted()
        return false
      }
      forwardOn(next: state)
      return true
    } catch {
      super.on(error: error)
      return false
    }
  }
}
