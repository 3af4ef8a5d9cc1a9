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
    Scan(source: asObservable(), seed: seed, accumulator: accumulator)
  }

  /// Each element folded into a running result, which is sent every time.
  public func scan<Result>(
    _ seed: Result, accumulator: @escaping (Result, Element) throws -> Result
  ) -> Observable<Result> {
    Scan(source: asObservable(), seed: seed) { result, element in
      result = try accumulator(result, element)
    }
  }
}

private final class Scan<Element, Result>: Producer<Result> {
  private let source: Observable<Element>
  private let seed: Result
  private let accumulator: (inout Result, Element) throws -> Void

  init(
    source: Observable<Element>, seed: Result, accumulator: @escaping (inout Result, Element) throws -> Void
  ) {
    self.source = source
    self.seed = seed
    self.accumulator = accumulator
  }

  override func run(
    _ observer: EventReceiver<Result>, cancel: SinkDisposer
  ) -> (sink: any DisposableObject, subscription: any DisposableObject) {
    let sink = ScanSink(seed: seed, accumulator: accumulator, observer: observer, cancel: cancel)
    return (sink, source.subscribe(sink))
  }
}

private final class ScanSink<Element, Result>: Sink<Element, Result> {
  private let accumulator: (inout Result, Element) throws -> Void
  // Changed in place, by one element at a time: one that is sent from within the closure waits for its turn.
  @exclusivity(unchecked) private var result: Result
  /// The thread that is in the closure; 0 for none.
  @exclusivity(unchecked) private var folder: UInt = 0
  @exclusivity(unchecked) private var early: [Element] = []
  @exclusivity(unchecked) private var hasEarly = false

  init(
    seed: Result, accumulator: @escaping (inout Result, Element) throws -> Void,
    observer: EventReceiver<Result>, cancel: SinkDisposer
  ) {
    self.accumulator = accumulator
    result = seed
    super.init(observer: observer, cancel: cancel)
  }

  override func on(next element: Element) {
    let thisThread = UInt(bitPattern: hw_thread_state())
    guard folder != thisThread else { return postpone(element) }
    do {
      folder = thisThread
      try accumulator(&result, element)
      folder = 0
      forwardOn(next: result)
    } catch {
      folder = 0
      forwardOn(error: error)
      dispose()
    }
    if _slowPath(hasEarly) { foldEarly() }
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
