import RxSwift
import RxTest

let given = MarbleArguments("-1---2-3-|", "--a-b---c|")
let scheduler = TestScheduler(initialClock: 0)
let clicks = scheduler.createHotObservable(marbles: given[0], from: 0)
let letters = scheduler.createHotObservable(marbles: given[1], from: 0)

let observer = scheduler.start(subscription: given.subscription, from: 0) {
  clicks.withLatestFrom(letters) { $0 + $1 }
}
print(observer.marbles)
