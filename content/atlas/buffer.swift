import RxSwift
import RxTest

let given = MarbleArguments("-123--4---5|")
let scheduler = TestScheduler(initialClock: 0)
let numbers = scheduler.createHotObservable(marbles: given[0], from: 0)

let observer = scheduler.start(subscription: given.subscription, from: 0) {
  numbers.buffer(timeSpan: .seconds(4), count: 3, scheduler: scheduler)
}
print(observer.marbles)
