import RxSwift
import RxTest

let given = MarbleArguments("-12---3-|", "---a-b----c|")
let scheduler = TestScheduler(initialClock: 0)
let numbers = scheduler.createHotObservable(marbles: given[0], from: 0)
let letters = scheduler.createHotObservable(marbles: given[1], from: 0)

let observer = scheduler.start(subscription: given.subscription, from: 0) {
  Observable.zip(numbers, letters) { $0 + $1 }
}
print(observer.marbles)
