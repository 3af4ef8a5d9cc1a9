import RxSwift
import RxTest

let given = MarbleArguments()
let scheduler = TestScheduler(initialClock: 0)

let observer = scheduler.start(subscription: given.subscription, from: 0) {
  Observable.generate(initialState: 1, condition: { $0 < 9 }, iterate: { $0 * 2 })
}
print(observer.marbles)
