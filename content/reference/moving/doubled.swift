import Rx

final class Doubled: Producer<Int> {
  private let source: Observable<Int>

  init(_ source: Observable<Int>) { self.source = source }

  override func run(
    _ observer: EventReceiver<Int>, cancel: SinkDisposer
  ) -> (sink: any DisposableObject, subscription: any DisposableObject) {
    let sink = DoubledSink(observer: observer, cancel: cancel)
    return (sink, source.subscribe(sink))
  }
}

final class DoubledSink: Sink<Int, Int> {
  override func on(next element: Int) { forwardOn(next: element * 2) }
}

_ = Doubled(Observable.of(1, 2)).subscribe(onNext: { print($0) })
