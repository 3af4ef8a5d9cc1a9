import RxSwift
import RxTest

let given = MarbleArguments("-1--2--3-|")
let scheduler = TestScheduler(initialClock: 0)
let numbers = scheduler.createColdObservable(marbles: given[0])
let shared = numbers.share()

let late = scheduler.createObserver(String.self)
var subscription: (any Disposable)?
scheduler.scheduleAt(3) { subscription = shared.subscribe(late) }
scheduler.scheduleAt(13) { subscription?.dispose() }
let early = scheduler.start(subscription: given.subscription, from: 0) { shared }
print(early.marbles)
print(late.marbles)
print(numbers.subscriptionMarbles(from: 0))
