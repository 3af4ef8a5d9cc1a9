/// A producer with one source: each subscription gets a new sink, which is subscribed to the source.
///
///     final class Doubled: Operator<Int, Int> {}
///
///     final class DoubledSink: Sink<Int, Int> {
///       override func on(next element: Int) { forwardOn(next: element * 2) }
///     }
///
///     let doubled = Doubled(.of(1, 2), DoubledSink.init)
///     _ = doubled.subscribe(onNext: { print($0) })
///     // Prints: 2
///     //         4
open class Operator<Input, Output>: Producer<Output> {
  public final let source: Observable<Input>
  private final let makeSink: (Downstream<Output>) -> Sink<Input, Output>

  /// - Parameter makeSink: called for each subscription, on the subscriber's thread.
  public init(_ source: Observable<Input>, _ makeSink: @escaping (Downstream<Output>) -> Sink<Input, Output>) {
    self.source = source
    self.makeSink = makeSink
  }

  public final override func run(_ output: Downstream<Output>) -> StartedSubscription {
    let sink = makeSink(output)
    return StartedSubscription(sink: sink, subscription: sink.run(source))
  }
}

/// An operator whose sinks subscribe to a second source as well.
@usableFromInline
class TwoSourceOperator<First, Second, Output>: Operator<First, Output> {
  // Only for the recorder, which finds sources in properties but not in closures.
  private final let second: Observable<Second>

  @usableFromInline
  init(
    _ first: Observable<First>, _ second: Observable<Second>,
    _ makeSink: @escaping (Downstream<Output>) -> Sink<First, Output>
  ) {
    self.second = second
    super.init(first, makeSink)
  }
}
