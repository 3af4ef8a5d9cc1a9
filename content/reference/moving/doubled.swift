import Rx

final class Doubled: Operator<Int, Int> {}

final class DoubledSink: Sink<Int, Int> {
  override func on(next element: Int) { forwardOn(next: element * 2) }
}

_ = Doubled(Observable.of(1, 2), DoubledSink.init).subscribe(onNext: { print($0) })
