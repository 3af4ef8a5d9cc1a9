import RxSwift
import RxTest

let scheduler = TestScheduler(initialClock: 0)
let goals = scheduler.createColdObservable([.next(2, "1:0"), .next(7, "1:1")])
let score = goals.multicast(BehaviorSubject(value: "0:0"))

_ = score.subscribe(onNext: { print("second \(scheduler.clock): Ada sees \($0)") })
_ = score.connect()
scheduler.scheduleAt(5) {
  _ = score.subscribe(onNext: { print("second \(scheduler.clock): Bob sees \($0)") })
}
scheduler.start()
