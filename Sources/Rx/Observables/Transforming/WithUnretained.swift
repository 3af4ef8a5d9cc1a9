extension ObservableType {
  /// Each element with an object that the sequence does not retain; completes at the first element after it was freed.
  ///
  ///     names.withUnretained(screen).subscribe(onNext: { screen, name in screen.title = name })
  public func withUnretained<Object: AnyObject>(_ obj: Object) -> Observable<(Object, Element)> {
    withUnretained(obj) { ($0, $1) }
  }

  /// Each element combined with an object that the sequence does not retain; completes at the first element after the
  /// object was freed.
  public func withUnretained<Object: AnyObject, Out>(
    _ obj: Object, resultSelector: @escaping (Object, Element) -> Out
  ) -> Observable<Out> {
    WithUnretained(asObservable()) { [weak obj] in WithUnretainedSink(obj, resultSelector, $0) }
  }
}

private final class WithUnretained<Element, Result>: Operator<Element, Result> {}

private final class WithUnretainedSink<Element, Object: AnyObject, Result>: Sink<Element, Result> {
  private weak var object: Object?
  private let resultSelector: (Object, Element) -> Result

  init(_ object: Object?, _ resultSelector: @escaping (Object, Element) -> Result, _ output: Downstream<Result>) {
    self.object = object
    self.resultSelector = resultSelector
    super.init(output)
  }

  override func on(next element: Element) {
    guard let object else { return finish() }
    forwardOn(next: call(with: element) { resultSelector(object, element) })
  }
}
