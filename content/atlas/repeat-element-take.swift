import RxSwift
import RxTest

let given = MarbleArguments()
let scheduler = TestScheduler(initialClock: 0)

let observer = scheduler.start(subscription: given.subscription, from: 0) {
  Observable.repeatElement("a").take(3)
}
print(observer.marbles)
