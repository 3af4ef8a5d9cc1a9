import RxSwift
import RxTest

let given = MarbleArguments(subscription: "---^")
let scheduler = TestScheduler(initialClock: 0)
let moment = Observable.deferred { Observable.just(scheduler.clock) }

let observer = scheduler.start(subscription: given.subscription, from: 0) {
  moment
}
print(observer.marbles)
