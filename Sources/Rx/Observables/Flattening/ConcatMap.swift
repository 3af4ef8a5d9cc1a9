extension ObservableType {
  /// Turns each element into a sequence, and sends the elements of these sequences, one sequence after another.
  ///
  ///     _ = Observable.of(1, 2).concatMap { Observable.of($0, $0 * 10) }.subscribe(onNext: { print($0) })
  ///     // Prints: 1
  ///     //         10
  ///     //         2
  ///     //         20
  ///
  /// - Parameter selector: called as the elements come; an error that it throws ends the sequence.
  public func concatMap<Source: ObservableConvertibleType>(
    _ selector: @escaping (Element) throws -> Source
  ) -> Observable<Source.Element> {
    ConcatMap(asObservable()) { ConcatMapSink(maxConcurrent: 1, { try selector($0).asObservable() }, $0) }
  }
}

private final class ConcatMap<Source, Result>: Operator<Source, Result> {}

private final class ConcatMapSink<Source, Result>: NestingSink<Source, Result> {
  override class var traits: Traits { .withholds(.turn) }
}
