extension ObservableType {
  /// All elements folded into one result, which is sent when the sequence completes.
  ///
  ///     _ = Observable.of(1, 2, 3).reduce(0) { $0 + $1 }.subscribe(onNext: { print($0) })
  ///     // Prints: 6
  ///
  /// - Parameters:
  ///   - seed: the first argument of the first call, and the result if there are no elements.
  ///   - accumulator: an error that it throws ends the sequence.
  public func reduce<A>(_ seed: A, accumulator: @escaping (A, Element) throws -> A) -> Observable<A> {
    reduce(seed, accumulator: accumulator, mapResult: { $0 })
  }

  /// All elements folded into one result, which is transformed and sent when the sequence completes.
  ///
  /// - Parameters:
  ///   - seed: the first argument of the first call, and the folded result if there are no elements.
  ///   - accumulator: an error that it throws ends the sequence.
  ///   - mapResult: transforms the result; an error that it throws ends the sequence.
  public func reduce<A, Result>(
    _ seed: A, accumulator: @escaping (A, Element) throws -> A, mapResult: @escaping (A) throws -> Result
  ) -> Observable<Result> {
    Reduce(asObservable()) { ReduceSink(seed, accumulator, mapResult, $0) }
  }
}

private final class Reduce<Element, Result>: Operator<Element, Result> {}

private final class ReduceSink<Element, Accumulated, Result>: Sink<Element, Result> {
  override class var traits: Traits { .withholds(.end) }

  private let accumulator: (Accumulated, Element) throws -> Accumulated
  private let mapResult: (Accumulated) throws -> Result
  @exclusivity(unchecked) private var accumulated: Accumulated

  init(
    _ seed: Accumulated, _ accumulator: @escaping (Accumulated, Element) throws -> Accumulated,
    _ mapResult: @escaping (Accumulated) throws -> Result, _ output: Downstream<Result>
  ) {
    accumulated = seed
    self.accumulator = accumulator
    self.mapResult = mapResult
    super.init(output)
  }

  override func on(next element: Element) {
    do {
      // The swap leaves the previous result in it, which is released last: its deinit may send.
      var result = try call(with: element) { try accumulator(accumulated, element) }
      swap(&accumulated, &result)
    } catch { fail(error) }
  }

  override func onCompletion() {
    do {
      forwardOn(next: try call(mapResult, with: accumulated))
      finish()
    } catch { fail(error) }
  }
}
