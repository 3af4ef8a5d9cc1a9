import RxSwift
import RxTest

let given = MarbleArguments("-1-2-3-4-5-|", subscription: "^---!")
let scheduler = TestScheduler(initialClock: 0)
let numbers = scheduler.createColdObservable(marbles: given[0])
let counted = numbers.publish().refCount()

let late = scheduler.createObserver(String.self)
var subscription: (any Disposable)?
scheduler.scheduleAt(2) { subscription = counted.subscribe(late) }
scheduler.scheduleAt(8) { subscription?.dispose() }
let early = scheduler.start(subscription: given.subscription, from: 0) { counted }
print(early.marbles)
print(late.marbles)
print(numbers.subscriptionMarbles(from: 0))
