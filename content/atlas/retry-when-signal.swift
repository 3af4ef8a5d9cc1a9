import RxSwift
import RxTest

let given = MarbleArguments("-1-#", "-s---s--|")
let scheduler = TestScheduler(initialClock: 0)
let numbers = scheduler.createColdObservable(marbles: given[0])
let signals = scheduler.createHotObservable(marbles: given[1], from: 0)

let observer = scheduler.start(subscription: given.subscription, from: 0) {
  numbers.retry { _ in signals }
}
print(observer.marbles)
