import RxSwift
import RxTest

let scheduler = TestScheduler(initialClock: 0)
let none: [Observable<String>] = []

let observer = scheduler.start(subscription: "^", from: 0) {
  Observable.combineLatest(none) { $0.joined() + "nothing" }
}
print(observer.marbles)
