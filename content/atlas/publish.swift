import RxSwift
import RxTest

let given = MarbleArguments("-1--2--3-|")
let scheduler = TestScheduler(initialClock: 0)
let numbers = scheduler.createColdObservable(marbles: given[0])
let published = numbers.publish()

let late = scheduler.createObserver(String.self)
scheduler.scheduleAt(2) { _ = published.connect() }
scheduler.scheduleAt(5) { _ = published.subscribe(late) }
let early = scheduler.start(subscription: given.subscription, from: 0) { published }
print(early.marbles)
print(late.marbles)
print(numbers.subscriptionMarbles(from: 0))
