import Rx

// Step one: the method
extension ObservableType where Element: AdditiveArithmetic {
  func changes() -> Observable<Element> {
    Changes(asObservable(), ChangesSink.init)
  }
}

// Step two: the producer
final class Changes<Number: AdditiveArithmetic>: Operator<Number, Number> {}

// Step three: the sink
final class ChangesSink<Number: AdditiveArithmetic>: Sink<Number, Number> {
  private var last: Number?

  override func on(next number: Number) {
    let before = last
    last = number
    if let before { forwardOn(next: number - before) }
  }
}

// A program that uses it
let degrees = PublishSubject<Int>()

_ = degrees.changes().subscribe(
  onNext: { change in print("\(change) K") },
  onCompleted: { print("done") })

degrees.onNext(18)
degrees.onNext(21)
degrees.onNext(20)
degrees.onCompleted()
