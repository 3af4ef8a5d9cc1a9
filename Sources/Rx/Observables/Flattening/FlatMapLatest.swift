extension ObservableType {
  /// Turns each element into a sequence, and sends only the elements of the latest sequence.
  ///
  ///     let pages = PublishSubject<Observable<String>>()
  ///     let (first, second) = (PublishSubject<String>(), PublishSubject<String>())
  ///     _ = pages.flatMapLatest { $0 }.subscribe(onNext: { print($0) })
  ///     pages.onNext(first)
  ///     pages.onNext(second)
  ///     first.onNext("too late")
  ///     second.onNext("hello")
  ///     // Prints: hello
  ///
  /// - Parameter selector: an error that it throws ends the sequence.
  public func flatMapLatest<Source: ObservableConvertibleType>(
    _ selector: @escaping (Element) throws -> Source
  ) -> Observable<Source.Element> {
    FlatMapLatest(asObservable()) { FlatMapLatestSink({ try selector($0).asObservable() }, $0) }
  }
}

extension ObservableType where Element: ObservableConvertibleType {
  /// The elements of the latest sequence that this sequence has sent.
  public func switchLatest() -> Observable<Element.Element> {
    flatMapLatest { $0 }
  }
}

private final class FlatMapLatest<Source, Result>: Operator<Source, Result> {}

/// A new inner sequence replaces the previous one.
private final class FlatMapLatestSink<Source, Result>: NestingSink<Source, Result> {
  override func admission(active: Int) -> Admission { .replaces }
}
