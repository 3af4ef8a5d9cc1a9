extension ObservableType {
  /// Transforms each element, and drops the results that are nil. An error thrown by `transform` ends the
  /// sequence.
  ///
  ///     _ = Observable.of("1", "two", "3").compactMap { Int($0) }.subscribe(onNext: { print($0) })
  ///     // Prints: 1
  ///     //         3
  public func compactMap<Result>(_ transform: @escaping (Element) throws -> Result?) -> Observable<Result> {
    CompactMap(asObservable()) { CompactMapSink(transform, $0) }
  }
}

private final class CompactMap<Source, Result>: Operator<Source, Result> {}

private final class CompactMapSink<Source, Result>: Sink<Source, Result> {
  override class var traits: Traits { .withholds(.absence) }

  private let transform: (Source) throws -> Result?

  init(_ transform: @escaping (Source) throws -> Result?, _ output: Downstream<Result>) {
    self.transform = transform
    super.init(output)
  }

  override func on(next element: Source) {
    do { if let result = try call(transform, with: element) { forwardOn(next: result) } } catch { fail(error) }
  }
}
