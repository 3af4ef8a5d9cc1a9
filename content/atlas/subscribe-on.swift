import RxSwift
import RxTest

let given = MarbleArguments("-1-2-|")
let scheduler = TestScheduler(initialClock: 0)
let numbers = scheduler.createColdObservable(marbles: given[0])

let observer = scheduler.start(subscription: given.subscription, from: 0) {
  numbers.subscribe(on: scheduler)
}
print(observer.marbles)
print(numbers.subscriptionMarbles(from: 0))
