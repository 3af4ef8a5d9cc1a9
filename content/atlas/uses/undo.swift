import RxSwift
import RxTest

let scheduler = TestScheduler(initialClock: 0)
let deleted = scheduler.createHotObservable([
  .next(1, "letter"), .next(20, "invoice"),
])
let undo = scheduler.createHotObservable([.next(4, ())])

_ = deleted.flatMap { mail in
  Observable.just(mail).delaySubscription(.seconds(5), scheduler: scheduler)
    .take(until: undo)
}
.subscribe(onNext: { print("second \(scheduler.clock): the \($0) is gone for good") })
scheduler.start()
