import RxSwift
import RxTest

let given = MarbleArguments("--(1|)", "---(a|)")
let scheduler = TestScheduler(initialClock: 0)
let user = scheduler.createColdObservable(marbles: given[0]).asSingle()
let page = scheduler.createColdObservable(marbles: given[1]).asMaybe()

let observer = scheduler.start(subscription: given.subscription, from: 0) {
  user.flatMapMaybe { _ in page }
}
print(observer.marbles)
