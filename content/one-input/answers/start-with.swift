import RxSwift

let amounts = PublishSubject<Int>()

_ = amounts
  .filter { pieces in pieces > 0 }
  .map { pieces in pieces * 3 }
  .scan(0) { total, euros in total + euros }
  .startWith(0)
  .subscribe(
    onNext: { total in print("\(total) €") },
    onCompleted: { print("paid") })

amounts.onNext(2)
amounts.onNext(0)
amounts.onNext(1)
amounts.onCompleted()
