import RxSwift
import RxTest

let given = MarbleArguments("-1-2-3-|")
let scheduler = TestScheduler(initialClock: 0)
let values = ["1": 1.0, "2": 2.0, "3": 3.0]
let numbers = scheduler.createHotObservable(marbles: given[0], values: values, from: 0)

let observer = scheduler.start(subscription: given.subscription, from: 0) {
  numbers.reduce((sum: 0, count: 0), accumulator: { ($0.sum + $1, $0.count + 1) }, mapResult: { $0.sum / $0.count })
}
print(observer.marbles)
