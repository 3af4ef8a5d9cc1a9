import RxSwift
import RxTest

let scheduler = TestScheduler(initialClock: 0)
let messages = scheduler.createHotObservable([.next(1, "Saved"), .next(10, "Sent")])

let shown = messages.map { "shows “\($0)”" }
let hidden = messages.map { "hides “\($0)”" }.delay(.seconds(3), scheduler: scheduler)

_ = Observable.merge(shown, hidden)
  .subscribe(onNext: { print("second \(scheduler.clock): \($0)") })
scheduler.start()
