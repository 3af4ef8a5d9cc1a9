extension ObservableType {
  /// Transforms each element. An error thrown by `transform` ends the sequence.
  ///
  ///     _ = Observable.of(1, 2, 3).map { $0 * 10 }.subscribe(onNext: { print($0) })
  ///     // Prints: 10
  ///     //         20
  ///     //         30
  public func map<Result>(_ transform: @escaping (Element) throws -> Result) -> Observable<Result> {
    Map(source: asObservable(), transform: transform)
  }
}

private final class Map<Source, Result>: Producer<Result> {
  private let source: Observable<Source>
  private let transform: (Source) throws -> Result

  init(source: Observable<Source>, transform: @escaping (Source) throws -> Result) {
    self.source = source
    self.transform = transform
  }

  override func run(
    _ observer: EventReceiver<Result>, cancel: SinkDisposer
  ) -> (sink: any DisposableObject, subscription: any DisposableObject) {
    let sink = MapSink(transform: transform, observer: observer, cancel: cancel)
    return (sink, source.subscribe(sink))
  }
}

private final class MapSink<Source, Result>: Sink<Source, Result> {
  private let transform: (Source) throws -> Result

  init(
    transform: @escaping (Source) throws -> Result, observer: EventReceiver<Result>, cancel: SinkDisposer
  ) {
    self.transform = transform
    super.init(observer: observer, cancel: cancel)
  }

  override func on(next element: Source) {
    do {
      forwardOn(next: try transform(element))
    } catch {
      forwardOn(error: error)
      dispose()
    }
  }
}
