import RxSwift
import RxTest

let scheduler = TestScheduler(initialClock: 0)
let prices = scheduler.createColdObservable([
  .next(1, 100), .next(2, 104), .next(5, 97),
])

_ = prices.multicast({ PublishSubject<Int>() }) { prices in
  Observable.zip(prices, prices.skip(1)) { before, now in now - before }
}
.subscribe(onNext: { print("second \(scheduler.clock): \($0 > 0 ? "+" : "")\($0)") })
scheduler.start()
print("subscriptions to the prices: \(prices.subscriptions.count)")
