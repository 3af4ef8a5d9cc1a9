import RxSwift
import RxTest

let given = MarbleArguments("-12---3---|", "---t-t-t---t|")
let scheduler = TestScheduler(initialClock: 0)
let numbers = scheduler.createHotObservable(marbles: given[0], from: 0)
let ticks = scheduler.createHotObservable(marbles: given[1], from: 0)

let observer = scheduler.start(subscription: given.subscription, from: 0) {
  numbers.sample(ticks)
}
print(observer.marbles)
