import RxSwift
import RxTest

let scheduler = TestScheduler(initialClock: 0)
let user = Observable.just("ada").delaySubscription(.seconds(2), scheduler: scheduler)
let orders = Observable.just(["book", "lamp"])
  .delaySubscription(.seconds(3), scheduler: scheduler)

_ = Observable.zip(user, orders) { user, orders in
  "\(user) has ordered: \(orders.joined(separator: ", "))"
}
.subscribe(onNext: { print("second \(scheduler.clock): \($0)") })
scheduler.start()
