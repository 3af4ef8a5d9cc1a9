import RxSwift
import RxTest

let scheduler = TestScheduler(initialClock: 0)
let cached = Observable.just("articles of yesterday")
let fresh = Observable.just("articles of today")
  .delaySubscription(.seconds(3), scheduler: scheduler)

_ = cached.concat(fresh)
  .subscribe(
    onNext: { print("second \(scheduler.clock): shows the \($0)") },
    onCompleted: { print("second \(scheduler.clock): is up to date") })
scheduler.start()
