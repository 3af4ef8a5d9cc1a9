extension ObservableType {
  /// Transforms each element. An error thrown by `transform` ends the sequence.
  ///
  ///     _ = Observable.of(1, 2, 3).map { $0 * 10 }.subscribe(onNext: { print($0) })
  ///     // Prints: 10
  ///     //         20
  ///     //         30
  @inlinable
  public func map<Result>(_ transform: @escaping (Element) throws -> Result) -> Observable<Result> {
    Map(asObservable()) { MapSink(transform, $0) }
  }
}

@usableFromInline
final class Map<Source, Result>: Operator<Source, Result> {}

@usableFromInline
final class MapSink<Source, Result>: Sink<Source, Result> {
  private let transform: (Source) throws -> Result

  @usableFromInline
  init(_ transform: @escaping (Source) throws -> Result, _ output: Downstream<Result>) {
    self.transform = transform
    super.init(output)
  }

  override func on(next element: Source) {
    do { forwardOn(next: try call(transform, with: element)) } catch { fail(error) }
  }
}
