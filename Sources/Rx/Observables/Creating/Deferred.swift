extension ObservableType {
  /// A sequence that a closure makes for each subscription.
  ///
  ///     var count = 0
  ///     let attempts = Observable<Int>.deferred {
  ///       count += 1
  ///       return .just(count)
  ///     }
  ///     for _ in 1...2 { _ = attempts.subscribe(onNext: { print($0) }) }
  ///     // Prints: 1
  ///     //         2
  ///
  /// - Parameter observableFactory: an error that it throws ends the sequence.
  @inlinable
  public static func deferred(
    _ observableFactory: @escaping () throws -> Observable<Element>
  ) -> Observable<Element> {
    Deferred(observableFactory: observableFactory)
  }
}

@usableFromInline
final class Deferred<Element>: Producer<Element> {
  private let observableFactory: () throws -> Observable<Element>

  @usableFromInline
  init(observableFactory: @escaping () throws -> Observable<Element>) {
    self.observableFactory = observableFactory
  }

  override func run(_ output: Downstream<Element>) -> StartedSubscription {
    let sink = DeferredSink(output)
    return StartedSubscription(sink: sink, subscription: sink.run(observableFactory))
  }
}

private final class DeferredSink<Element>: ForwardingSink<Element> {
  override class var traits: Traits { .cold }

  func run(_ observableFactory: () throws -> Observable<Element>) -> any DisposableObject {
    do {
      return try call(observableFactory).subscribe(self)
    } catch {
      fail(error)
      return NopDisposable.noOp
    }
  }
}
