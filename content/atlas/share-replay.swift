import RxSwift
import RxTest

let given = MarbleArguments("-1-2-3---4-|")
let scheduler = TestScheduler(initialClock: 0)
let numbers = scheduler.createColdObservable(marbles: given[0])
let shared = numbers.share(replay: 2)

let late = scheduler.createObserver(String.self)
scheduler.scheduleAt(7) { _ = shared.subscribe(late) }
let early = scheduler.start(subscription: given.subscription, from: 0) { shared }
print(early.marbles)
print(late.marbles)
print(numbers.subscriptionMarbles(from: 0))
