import RxSwift

let amounts = PublishSubject<Int>()
let basket = amounts
  .filter { pieces in pieces > 0 }
  .map { pieces in pieces * 3 }
  .scan(0) { total, euros in total + euros }

_ = basket.subscribe(onNext: { total in print("till: \(total) €") })
amounts.onNext(2)
_ = basket.subscribe(onNext: { total in print("receipt: \(total) €") })
amounts.onNext(1)
