import RxSwift
import RxTest

let given = MarbleArguments(subscription: "^--------!")
let scheduler = TestScheduler(initialClock: 0)

let observer = scheduler.start(subscription: given.subscription, from: 0) {
  Observable<Int>.interval(.seconds(2), scheduler: scheduler)
}
print(observer.marbles)
