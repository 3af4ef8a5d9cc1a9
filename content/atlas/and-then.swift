import RxSwift
import RxTest

let given = MarbleArguments("--|", "-1-2-|")
let scheduler = TestScheduler(initialClock: 0)
let saved = scheduler.createColdObservable(marbles: given[0], values: [String: Never]()).asCompletable()
let numbers = scheduler.createColdObservable(marbles: given[1])

let observer = scheduler.start(subscription: given.subscription, from: 0) {
  saved.andThen(numbers)
}
print(observer.marbles)
print(numbers.subscriptionMarbles(from: 0))
