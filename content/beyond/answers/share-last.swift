import RxSwift

let clicks = PublishSubject<Int>()
let prices = clicks.map { click -> Int in
  print("looking up the price")
  return click * 100
}.share()

_ = prices.subscribe(onNext: { print("label: \($0)") })
_ = prices.subscribe(onNext: { print("log: \($0)") })
clicks.onNext(3)
