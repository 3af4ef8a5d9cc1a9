import RxSwift
import RxTest

let given = MarbleArguments("-1-#", "--2-3-|")
let scheduler = TestScheduler(initialClock: 0)
let firstAttempt = scheduler.createColdObservable(marbles: given[0])
let secondAttempt = scheduler.createColdObservable(marbles: given[1])
var attempt = 0

let observer = scheduler.start(subscription: given.subscription, from: 0) {
  Observable.deferred {
    attempt += 1
    return attempt == 1 ? firstAttempt : secondAttempt
  }.retry()
}
print(observer.marbles)
