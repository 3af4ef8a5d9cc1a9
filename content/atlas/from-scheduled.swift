import RxSwift
import RxTest

let given = MarbleArguments(subscription: "^----!")
let scheduler = TestScheduler(initialClock: 0)

let observer = scheduler.start(subscription: given.subscription, from: 0) {
  Observable.from(1..., scheduler: scheduler)
}
print(observer.marbles)
