import RxSwift
import RxTest

let given = MarbleArguments("-1-2-c-3-|")
let scheduler = TestScheduler(initialClock: 0)
let values: [String: Event<String>] = [
  "1": .next("1"), "2": .next("2"), "3": .next("3"), "c": .completed, "e": .error(RxError.unknown),
]
let events = scheduler.createHotObservable(marbles: given[0], values: values, from: 0)

let observer = scheduler.start(subscription: given.subscription, from: 0) {
  events.dematerialize()
}
print(observer.marbles)
