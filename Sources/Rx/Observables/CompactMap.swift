extension ObservableType {
  /// Transforms each element, and leaves out those of which nothing comes. An error thrown by `transform` ends the
  /// sequence.
  ///
  ///     _ = Observable.of("1", "two", "3").compactMap { Int($0) }.subscribe(onNext: { print($0) })
  ///     // Prints: 1
  ///     //         3
  public func compactMap<Result>(_ transform: @escaping (Element) throws -> Result?) -> Observable<Result> {
    CompactMap(source: asObservable(), transform: transform)
  }
}

private final class CompactMap<Source, Result>: Producer<Result> {
  private let source: Observable<Source>
  private let transform: (Source) throws -> Result?

  init(source: Observable<Source>, transform: @escaping (Source) throws -> Result?) {
    self.source = source
    self.transform = transform
  }

  override func run(
    _ observer: EventReceiver<Result>, cancel: SinkDisposer
  ) -> (sink: any DisposableObject, subscription: any DisposableObject) {
    let sink = CompactMapSink(transform: transform, observer: observer, cancel: cancel)
    return (sink, source.subscribe(sink))
  }
}

private final class CompactMapSink<Source, Result>: Sink<Source, Result> {
  private let transform: (Source) throws -> Result?

  init(
    transform: @escaping (Source) throws -> Result?, observer: EventReceiver<Result>, cancel: SinkDisposer
  ) {
    self.transform = transform
    super.init(observer: observer, cancel: cancel)
  }

  override func on(next element: Source) {
    do {
      if let result = try transform(element) { forwardOn(next: result) }
    } catch {
      super.on(error: error)
    }
  }
}
