import CPlatform

extension ObservableType {
  /// Each element folded into a running result, which is sent every time.
  ///
  ///     _ = Observable.of(1, 2, 3).scan(0) { $0 + $1 }.subscribe(onNext: { print($0) })
  ///     // Prints: 1
  ///     //         3
  ///     //         6
  ///
  /// - Parameters:
  ///   - seed: the result before the first element; not sent itself.
  ///   - accumulator: changes the result in place; an error that it throws ends the sequence.
  public func scan<Result>(
    into seed: Result, accumulator: @escaping (inout Result, Element) throws -> Void
  ) -> Observable<Result> {
    Scan(asObservable()) { ScanSink(seed, accumulator, $0) }
  }

  /// Each element folded into a running result, which is sent every time.
  public func scan<Result>(
    _ seed: Result, accumulator: @escaping (Result, Element) throws -> Result
  ) -> Observable<Result> {
    scan(into: seed) { result, element in result = try accumulator(result, element) }
  }
}

private final class Scan<Element, Result>: Operator<Element, Result> {}

private final class ScanSink<Element, Result>: Sink<Element, Result> {
  override class var traits: Traits { .accumulates }

  private let accumulator: (inout Result, Element) throws -> Void
  // Changed in place by one element at a time: an element that is sent from within the closure waits.
  @exclusivity(unchecked) private var result: Result
  /// The thread that runs the closure; 0 for none.
  @exclusivity(unchecked) private var folder: UInt = 0
  @exclusivity(unchecked) private var early: [Element] = []
  @exclusivity(unchecked) private var hasEarly = false

  init(
    _ seed: Result, _ accumulator: @escaping (inout Result, Element) throws -> Void, _ output: Downstream<Result>
  ) {
    self.accumulator = accumulator
    result = seed
    super.init(output)
  }

  override func on(next element: Element) {
    let thisThread = UInt(bitPattern: hw_thread_state())
    guard folder != thisThread else { return postpone(element) }
    do {
      try fold(element, on: thisThread)
      forwardOn(next: result)
    } catch { fail(error) }
    if _slowPath(hasEarly) { foldEarly() }
  }

  @inline(__always)
  private func fold(_ element: Element, on thread: UInt) throws {
    folder = thread
    defer { folder = 0 }
    try call(with: element) { try accumulator(&result, element) }
  }

  @inline(never)
  private func postpone(_ element: Element) {
    early.append(element)
    hasEarly = true
  }

  @inline(never)
  private func foldEarly() {
    hasEarly = false
    var elements: [Element] = []
    swap(&elements, &early)
    for element in elements where !isDisposed { on(next: element) }
  }
}
