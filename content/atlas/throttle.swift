import RxSwift
import RxTest

let given = MarbleArguments("-abc-d-----e-|")
let scheduler = TestScheduler(initialClock: 0)
let letters = scheduler.createHotObservable(marbles: given[0], from: 0)

let observer = scheduler.start(subscription: given.subscription, from: 0) {
  letters.throttle(.seconds(3), latest: true, scheduler: scheduler)
}
print(observer.marbles)
