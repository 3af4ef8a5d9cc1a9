import Rx
import RxTest

let given = MarbleArguments("-1-2-#")
let scheduler = TestScheduler(initialClock: 0)
let numbers = scheduler.createColdObservable(marbles: given[0])
var driver = Driver<String>.never()
SharingScheduler.mock(scheduler: scheduler) { driver = numbers.asDriver(onErrorJustReturn: "0") }

let late = scheduler.createObserver(String.self)
scheduler.scheduleAt(3) { _ = driver.drive(late) }
let early = scheduler.start(subscription: given.subscription, from: 0) { driver }
print(early.marbles)
print(late.marbles)
print(numbers.subscriptionMarbles(from: 0))
