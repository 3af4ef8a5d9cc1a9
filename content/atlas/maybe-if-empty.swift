import RxSwift
import RxTest

let given = MarbleArguments("---|")
let scheduler = TestScheduler(initialClock: 0)
let number = scheduler.createColdObservable(marbles: given[0]).asMaybe()

let observer = scheduler.start(subscription: given.subscription, from: 0) {
  number.ifEmpty(default: "0")
}
print(observer.marbles)
