extension ObservableType {
  /// The sequence's elements, or another sequence's if there are none.
  ///
  ///     _ = Observable<Int>.empty().ifEmpty(switchTo: .of(1, 2)).subscribe(onNext: { print($0) })
  ///     // Prints: 1
  ///     //         2
  public func ifEmpty(switchTo other: Observable<Element>) -> Observable<Element> {
    SwitchIfEmpty(asObservable(), other) { SwitchIfEmptySink(other, $0) }
  }
}

private final class SwitchIfEmpty<Element>: TwoSourceOperator<Element, Element, Element> {}

private final class SwitchIfEmptySink<Element>: Sink<Element, Element> {
  private let other: Observable<Element>
  private let subscription = SerialDisposable()
  private var isEmpty = true

  init(_ other: Observable<Element>, _ output: Downstream<Element>) {
    self.other = other
    super.init(output)
  }

  override func run(_ source: Observable<Element>) -> any DisposableObject {
    subscription.subscribe(self, to: source)
    return subscription
  }

  override func on(next element: Element) {
    isEmpty = false
    forwardOn(next: element)
  }

  override func onCompletion() {
    guard isEmpty else { return finish() }
    subscription.replace(with: SwitchIfEmptySinkOther(of: self).run(other))
  }
}

private final class SwitchIfEmptySinkOther<Element>: Takeover<Element, Element> {}
