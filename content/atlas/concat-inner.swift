import RxSwift
import RxTest

let given = MarbleArguments("-n-l---|", "--1-2-|", "--a-b-|")
let scheduler = TestScheduler(initialClock: 0)
let numbers = scheduler.createColdObservable(marbles: given[1])
let letters = scheduler.createColdObservable(marbles: given[2])
let sequences = scheduler.createHotObservable(marbles: given[0], values: ["n": numbers, "l": letters], from: 0)

let observer = scheduler.start(subscription: given.subscription, from: 0) {
  sequences.concat()
}
print(observer.marbles)
print(letters.subscriptionMarbles(from: 0))
