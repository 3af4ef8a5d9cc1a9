import Rx

let price = BehaviorSubject(value: 10)
let amount = PublishSubject<Int>()

func order(_ count: Int) { amount.onNext(count) }

_ = Observable.combineLatest(price, amount) { $0 * $1 }
  .subscribe(onNext: { print("total \($0)") })
order(2)
price.onNext(12)
