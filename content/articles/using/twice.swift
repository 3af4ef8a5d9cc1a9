import RxSwift

final class Lamp: Disposable {
  init() { print("lamp on") }
  func dispose() { print("lamp off") }
}

let ticks = PublishSubject<Int>()
let lit = Observable<Int>.using({ Lamp() }, observableFactory: { lamp in ticks.take(2) })

let first = lit.subscribe(onNext: { tick in print("first: \(tick)") })
_ = lit.subscribe(onNext: { tick in print("second: \(tick)") })

ticks.onNext(0)
first.dispose()
ticks.onNext(1)
