extension ObservableType {
  /// All elements folded into one result, which is sent when the sequence ends.
  ///
  ///     _ = Observable.of(1, 2, 3).reduce(0) { $0 + $1 }.subscribe(onNext: { print($0) })
  ///     // Prints: 6
  ///
  /// - Parameters:
  ///   - seed: the result where there are no elements.
  ///   - accumulator: an error that it throws ends the sequence.
  public func reduce<A>(_ seed: A, accumulator: @escaping (A, Element) throws -> A) -> Observable<A> {
    reduce(seed, accumulator: accumulator, mapResult: { $0 })
  }

  /// All elements folded into one result, which is transformed and sent when the sequence ends.
  ///
  /// - Parameters:
  ///   - seed: the result where there are no elements.
  ///   - accumulator: an error that it throws ends the sequence.
  ///   - mapResult: transforms the result; an error that it throws ends the sequence.
  public func reduce<A, Result>(
    _ seed: A, accumulator: @escaping (A, Element) throws -> A, mapResult: @escaping (A) throws -> Result
  ) -> Observable<Result> {
    Reduce(source: asObservable(), seed: seed, accumulator: accumulator, mapResult: mapResult)
  }
}

private final class Reduce<Element, Accumulated, Result>: Producer<Result> {
  private let source: Observable<Element>
  private let seed: Accumulated
  private let accumulator: (Accumulated, Element) throws -> Accumulated
  private let mapResult: (Accumulated) throws -> Result

  init(
    source: Observable<Element>, seed: Accumulated,
    accumulator: @escaping (Accumulated, Element) throws -> Accumulated,
    mapResult: @escaping (Accumulated) throws -> Result
  ) {
    self.source = source
    self.seed = seed
    self.accumulator = accumulator
    self.mapResult = mapResult
  }

  override func run(
    _ observer: EventReceiver<Result>, cancel: SinkDisposer
  ) -> (sink: any DisposableObject, subscription: any DisposableObject) {
    let sink = ReduceSink(
      seed: seed, accumulator: accumulator, mapResult: mapResult, observer: observer, cancel: cancel)
    return (sink, source.subscribe(sink))
  }
}

private final class ReduceSink<Element, Accumulated, Result>: Sink<Element, Result> {
  private let accumulator: (Accumulated, Element) throws -> Accumulated
  private let mapResult: (Accumulated) throws -> Result
  @exclusivity(unchecked) private var accumulated: Accumulated

  init(
    seed: Accumulated, accumulator: @escaping (Accumulated, Element) throws -> Accumulated,
    mapResult: @escaping (Accumulated) throws -> Result, observer: EventReceiver<Result>, cancel: SinkDisposer
  ) {
    accumulated = seed
    self.accumulator = accumulator
    self.mapResult = mapResult
    super.init(observer: observer, cancel: cancel)
  }

  override func on(next element: Element) {
    do {
      // Afterwards it holds the result before, which is released last: its deinit may send.
      var result = try accumulator(accumulated, element)
      swap(&accumulated, &result)
    } catch {
      super.on(error: error)
    }
  }

  override func onCompleted() {
    do {
      forwardOn(next: try mapResult(accumulated))
      super.onCompleted()
    } catch {
      super.on(error: error)
    }
  }
}
