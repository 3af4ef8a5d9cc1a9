import RxSwift

final class Lamp: Disposable {
  init() { print("lamp on") }
  func dispose() { print("lamp off") }
}

let ticks = PublishSubject<Int>()
let lit = Observable<Int>.using({ Lamp() }, observableFactory: { lamp in ticks.take(2) })

print("nobody has subscribed")
_ = lit.subscribe(
  onNext: { tick in print(tick) },
  onCompleted: { print("done") })

ticks.onNext(0)
ticks.onNext(1)
