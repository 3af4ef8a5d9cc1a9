import RxSwift
import RxTest

let given = MarbleArguments("--(1|)", "---(a|)")
let scheduler = TestScheduler(initialClock: 0)
let user = scheduler.createColdObservable(marbles: given[0]).asSingle()
let page = scheduler.createColdObservable(marbles: given[1]).asSingle()

let observer = scheduler.start(subscription: given.subscription, from: 0) {
  user.flatMap { _ in page }
}
print(observer.marbles)
