import RxSwift
import RxTest

let given = MarbleArguments("--|", "---|")
let scheduler = TestScheduler(initialClock: 0)
let saving = scheduler.createColdObservable(marbles: given[0], values: [String: Never]())
let sending = scheduler.createColdObservable(marbles: given[1], values: [String: Never]())

let observer = scheduler.start(subscription: given.subscription, from: 0) {
  Completable.concat(saving.asCompletable(), sending.asCompletable())
}
print(observer.marbles)
print(sending.subscriptionMarbles(from: 0))
