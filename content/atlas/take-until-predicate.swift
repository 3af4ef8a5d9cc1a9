import RxSwift
import RxTest

let given = MarbleArguments("-a-b-c-d-|")
let scheduler = TestScheduler(initialClock: 0)
let letters = scheduler.createHotObservable(marbles: given[0], from: 0)

let observer = scheduler.start(subscription: given.subscription, from: 0) {
  letters.take(until: { $0 == "c" }, behavior: .exclusive)
}
print(observer.marbles)
