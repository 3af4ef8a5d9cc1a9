import RxSwift
import RxTest

let given = MarbleArguments("-1-2-|", "--a-b|")
let scheduler = TestScheduler(initialClock: 0)
let numbers = scheduler.createColdObservable(marbles: given[0])
let letters = scheduler.createColdObservable(marbles: given[1])

let observer = scheduler.start(subscription: given.subscription, from: 0) {
  Observable.concat(numbers, letters)
}
print(observer.marbles)
print(letters.subscriptionMarbles(from: 0))
