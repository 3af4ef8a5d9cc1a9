import RxSwift
import RxTest

let scheduler = TestScheduler(initialClock: 0)
let none: [Single<String>] = []

let observer = scheduler.start(subscription: "^", from: 0) {
  Single.zip(none)
}
print(observer.marbles)
