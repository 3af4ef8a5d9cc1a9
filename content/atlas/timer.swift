import RxSwift
import RxTest

let given = MarbleArguments()
let scheduler = TestScheduler(initialClock: 0)

let observer = scheduler.start(subscription: given.subscription, from: 0) {
  Observable<Int>.timer(.seconds(3), scheduler: scheduler)
}
print(observer.marbles)
