import RxSwift

let clicks = PublishSubject<Int>()
let shared = clicks.share()
let prices = shared.map { click -> Int in
  print("looking up the price")
  return click * 100
}

_ = prices.subscribe(onNext: { print("label: \($0)") })
_ = prices.subscribe(onNext: { print("log: \($0)") })
clicks.onNext(3)
