import RxSwift
import RxTest

let given = MarbleArguments()
let scheduler = TestScheduler(initialClock: 0)
let moment = Observable<Int>.deferred { throw MarbleFailure() }

let observer = scheduler.start(subscription: given.subscription, from: 0) {
  moment
}
print(observer.marbles)
