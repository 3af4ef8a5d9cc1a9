import RxSwift
import RxTest

let given = MarbleArguments("--(1|)", "---|")
let scheduler = TestScheduler(initialClock: 0)
let user = scheduler.createColdObservable(marbles: given[0]).asSingle()
let saved = scheduler.createColdObservable(marbles: given[1], values: [String: Never]()).asCompletable()

let observer = scheduler.start(subscription: given.subscription, from: 0) {
  user.flatMapCompletable { _ in saved }
}
print(observer.marbles)
