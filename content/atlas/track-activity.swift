import Rx
import RxTest

let given = MarbleArguments("---1-|")
let scheduler = TestScheduler(initialClock: 0)
let numbers = scheduler.createColdObservable(marbles: given[0])
var loading = ActivityIndicator()
SharingScheduler.mock(scheduler: scheduler) { loading = ActivityIndicator() }

let activity = scheduler.createObserver(Bool.self)
_ = loading.asObservable().subscribe(activity)
let observer = scheduler.start(subscription: given.subscription, from: 0) {
  numbers.trackActivity(loading)
}
print(observer.marbles)
print(activity.marbles)
