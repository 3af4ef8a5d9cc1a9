extension ObservableType {
  /// Turns each element into a sequence, and sends the elements of all these sequences as they come.
  ///
  ///     _ = Observable.of(1, 2).flatMap { Observable.of($0, $0 * 10) }.subscribe(onNext: { print($0) })
  ///     // Prints: 1
  ///     //         10
  ///     //         2
  ///     //         20
  ///
  /// It completes when this sequence and all inner sequences have completed, and fails with the first error of any.
  /// - Parameter selector: an error that it throws ends the sequence.
  @inlinable
  public func flatMap<Source: ObservableConvertibleType>(
    _ selector: @escaping (Element) throws -> Source
  ) -> Observable<Source.Element> {
    FlatMap(asObservable()) { FlatMapSink({ try selector($0).asObservable() }, $0) }
  }
}

@usableFromInline
final class FlatMap<Source, Result>: Operator<Source, Result> {}

/// Every inner sequence starts at once.
@usableFromInline
final class FlatMapSink<Source, Result>: NestingSink<Source, Result> {
  override class var traits: Traits { .merges }
}
