import RxSwift
import RxTest

let given = MarbleArguments("-a--b---|", "1-2-3|", "7-8-9|")
let scheduler = TestScheduler(initialClock: 0)
let requests = scheduler.createHotObservable(marbles: given[0], from: 0)
let answers = [
  "a": scheduler.createColdObservable(marbles: given[1]),
  "b": scheduler.createColdObservable(marbles: given[2]),
]

let observer = scheduler.start(subscription: given.subscription, from: 0) {
  requests.flatMap { answers[$0]! }
}
print(observer.marbles)
