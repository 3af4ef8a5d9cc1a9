import Rx
import RxTest

let given = MarbleArguments("-1-2-|")
let scheduler = TestScheduler(initialClock: 0)
let numbers = scheduler.createHotObservable(marbles: given[0], from: 0)
let relay = PublishRelay<String>()
SharingScheduler.mock(scheduler: scheduler) {
  _ = numbers.asSignal(onErrorJustReturn: "error").emit(to: relay)
}

let observer = scheduler.start(subscription: given.subscription, from: 0) { relay }
print(observer.marbles)
