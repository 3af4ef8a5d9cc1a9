import RxSwift
import RxTest

let given = MarbleArguments("--(1|)")
let scheduler = TestScheduler(initialClock: 0)
let number = scheduler.createColdObservable(marbles: given[0]).asSingle()

let observer = scheduler.start(subscription: given.subscription, from: 0) {
  number.filter { $0 > "1" }
}
print(observer.marbles)
