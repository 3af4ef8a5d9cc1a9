import RxSwift

let amounts = PublishSubject<Int>()

_ = amounts
  .map { pieces in pieces * 3 }
  .filter { euros in euros > 0 }
  .scan(0) { total, euros in total + euros }
  .subscribe(
    onNext: { total in print("\(total) €") },
    onCompleted: { print("paid") })

amounts.onNext(2)
amounts.onNext(0)
amounts.onNext(1)
amounts.onCompleted()
