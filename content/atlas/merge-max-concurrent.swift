import RxSwift
import RxTest

let given = MarbleArguments("-n-l-s-|", "--1-2-|", "--a-b-|", "--x-|")
let scheduler = TestScheduler(initialClock: 0)
let numbers = scheduler.createColdObservable(marbles: given[1])
let letters = scheduler.createColdObservable(marbles: given[2])
let signs = scheduler.createColdObservable(marbles: given[3])
let values = ["n": numbers, "l": letters, "s": signs]
let sequences = scheduler.createHotObservable(marbles: given[0], values: values, from: 0)

let observer = scheduler.start(subscription: given.subscription, from: 0) {
  sequences.merge(maxConcurrent: 2)
}
print(observer.marbles)
print(signs.subscriptionMarbles(from: 0))
