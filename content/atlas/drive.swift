import Rx
import RxTest

let given = MarbleArguments("-1-2-|")
let scheduler = TestScheduler(initialClock: 0)
let numbers = scheduler.createHotObservable(marbles: given[0], from: 0)
let relay = BehaviorRelay(value: "0")
SharingScheduler.mock(scheduler: scheduler) {
  _ = numbers.asDriver(onErrorJustReturn: "error").drive(relay)
}

let observer = scheduler.start(subscription: given.subscription, from: 0) { relay }
print(observer.marbles)
