import RxSwift
import RxTest

let given = MarbleArguments()
let scheduler = TestScheduler(initialClock: 0)

let observer = scheduler.start(subscription: given.subscription, from: 0) {
  Observable.from(["a", "b", "c"])
}
print(observer.marbles)
