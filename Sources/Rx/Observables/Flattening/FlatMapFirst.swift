extension ObservableType {
  /// Turns an element into a sequence and sends its elements; elements that come before that has completed are dropped.
  ///
  ///     let taps = PublishSubject<Int>()
  ///     let response = PublishSubject<String>()
  ///     _ = taps.flatMapFirst { tap in response.map { "\(tap): \($0)" } }.subscribe(onNext: { print($0) })
  ///     taps.onNext(1)
  ///     taps.onNext(2)
  ///     response.onNext("done")
  ///     // Prints: 1: done
  ///
  /// - Parameter selector: not called for a dropped element; an error that it throws ends the sequence.
  @inlinable
  public func flatMapFirst<Source: ObservableConvertibleType>(
    _ selector: @escaping (Element) throws -> Source
  ) -> Observable<Source.Element> {
    FlatMapFirst(asObservable()) { FlatMapFirstSink({ try selector($0).asObservable() }, $0) }
  }
}

@usableFromInline
final class FlatMapFirst<Source, Result>: Operator<Source, Result> {}

@usableFromInline
final class FlatMapFirstSink<Source, Result>: NestingSink<Source, Result> {
  override class var traits: Traits { .withholds(.busy) }

  override var takesNext: Bool { isIdle }
}
