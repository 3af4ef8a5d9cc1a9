import RxSwift

let amounts = PublishSubject<Int>()  // how many pieces a customer takes

_ = amounts
  .filter { pieces in pieces > 0 }             // 0 is not an order
  .map { pieces in pieces * 3 }                // a piece costs 3 €
  .scan(0) { total, euros in total + euros }   // the basket so far
  .subscribe(
    onNext: { total in print("\(total) €") },
    onCompleted: { print("paid") })

amounts.onNext(2)
amounts.onNext(0)
amounts.onNext(1)
amounts.onCompleted()
