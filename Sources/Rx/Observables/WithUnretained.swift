extension ObservableType {
  /// Each element with an object that the sequence does not keep; it ends with the first that comes when that is gone.
  ///
  ///     names.withUnretained(screen).subscribe(onNext: { screen, name in screen.title = name })
  public func withUnretained<Object: AnyObject>(_ obj: Object) -> Observable<(Object, Element)> {
    withUnretained(obj) { ($0, $1) }
  }

  /// Each element combined with an object that the sequence does not keep; it ends with the first that comes when that
  /// is gone.
  public func withUnretained<Object: AnyObject, Out>(
    _ obj: Object, resultSelector: @escaping (Object, Element) -> Out
  ) -> Observable<Out> {
    WithUnretained(source: asObservable(), object: obj, resultSelector: resultSelector)
  }
}

private final class WithUnretained<Element, Object: AnyObject, Result>: Producer<Result> {
  private let source: Observable<Element>
  private weak var object: Object?
  private let resultSelector: (Object, Element) -> Result

  init(source: Observable<Element>, object: Object, resultSelector: @escaping (Object, Element) -> Result) {
    self.source = source
    self.object = object
    self.resultSelector = resultSelector
  }

  override func run(
    _ observer: EventReceiver<Result>, cancel: SinkDisposer
  ) -> (sink: any DisposableObject, subscription: any DisposableObject) {
    let sink = WithUnretainedSink(
      object: object, resultSelector: resultSelector, observer: observer, cancel: cancel)
    return (sink, source.subscribe(sink))
  }
}

private final class WithUnretainedSink<Element, Object: AnyObject, Result>: Sink<Element, Result> {
  private weak var object: Object?
  private let resultSelector: (Object, Element) -> Result

  init(
    object: Object?, resultSelector: @escaping (Object, Element) -> Result, observer: EventReceiver<Result>,
    cancel: SinkDisposer
  ) {
    self.object = object
    self.resultSelector = resultSelector
    super.init(observer: observer, cancel: cancel)
  }

  override func on(next element: Element) {
    if let object {
      forwardOn(next: resultSelector(object, element))
    } else {
      super.onCompleted()
    }
  }
}
