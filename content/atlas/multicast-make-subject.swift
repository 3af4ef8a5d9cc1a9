import RxSwift
import RxTest

let given = MarbleArguments("-1-2-|")
let scheduler = TestScheduler(initialClock: 0)
let numbers = scheduler.createColdObservable(marbles: given[0])
let shared = numbers.multicast { BehaviorSubject(value: "0") }
_ = shared.connect()

let late = scheduler.createObserver(String.self)
scheduler.scheduleAt(6) {
  _ = shared.subscribe(late)
  _ = shared.connect()
}
let early = scheduler.start(subscription: given.subscription, from: 0) { shared }
print(early.marbles)
print(late.marbles)
