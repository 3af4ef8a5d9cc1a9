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
  private var result: Result

  init(
    seed: Result, accumulator: @escaping (inout Result, Element) throws -> Void,
    observer: EventReceiver<Result>, cancel: SinkDisposer
  ) {
    self.accumulator = accumulator
    result = seed
    super.init(observer: observer, cancel: cancel)
  }

  override func on(next element: Element) {
    do {
      try accumulator(&result, element)
      forwardOn(next: result)
    } catch {
      forwardOn(error: error)
      dispose()
    }
  }
}
