import RxSwift
import RxTest

let given = MarbleArguments("-1-2-3-1-|")
let scheduler = TestScheduler(initialClock: 0)
let numbers = scheduler.createHotObservable(marbles: given[0], from: 0)

let observer = scheduler.start(subscription: given.subscription, from: 0) {
  numbers.take(while: { $0 < "3" }, behavior: .exclusive)
}
print(observer.marbles)
