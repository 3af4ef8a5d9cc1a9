extension ObservableType {
  /// Goes on with another sequence when this one fails.
  ///
  ///     _ = Observable<Int>.error(RxError.timeout).catch { _ in .just(0) }.subscribe(onNext: { print($0) })
  ///     // Prints: 0
  ///
  /// - Parameter handler: returns the other sequence; an error that it throws ends the sequence.
  @inlinable
  public func `catch`(
    _ handler: @escaping (any Swift.Error) throws -> Observable<Element>
  ) -> Observable<Element> {
    Catch(asObservable()) { CatchSink(handler, $0) }
  }

  /// Sends one more element and completes when this sequence fails.
  public func catchAndReturn(_ element: Element) -> Observable<Element> {
    `catch` { _ in .just(element) }
  }
}

@usableFromInline
final class Catch<Element>: Operator<Element, Element> {}

@usableFromInline
final class CatchSink<Element>: Sink<Element, Element> {
  override class var traits: Traits { .catches }

  private let handler: (any Swift.Error) throws -> Observable<Element>
  private let subscription = SerialDisposable()

  @usableFromInline
  init(_ handler: @escaping (any Swift.Error) throws -> Observable<Element>, _ output: Downstream<Element>) {
    self.handler = handler
    super.init(output)
  }

  override func run(_ source: Observable<Element>) -> any DisposableObject {
    subscription.subscribe(self, to: source)
    return subscription
  }

  override func on(next element: Element) { forwardOn(next: element) }

  override func on(error: any Swift.Error) {
    do {
      subscription.replace(with: CatchSecondSink(of: self).run(try call(handler, with: error)))
    } catch { fail(error) }
  }
}

/// Forwards the second sequence, whose errors are not caught.
private final class CatchSecondSink<Element>: Takeover<Element, Element> {}
