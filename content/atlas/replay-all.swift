import RxSwift
import RxTest

let given = MarbleArguments("-1-2-3---4-|")
let scheduler = TestScheduler(initialClock: 0)
let numbers = scheduler.createHotObservable(marbles: given[0], from: 0)
let replayed = numbers.replayAll()
_ = replayed.connect()

let late = scheduler.createObserver(String.self)
scheduler.scheduleAt(7) { _ = replayed.subscribe(late) }
let early = scheduler.start(subscription: given.subscription, from: 0) { replayed }
print(early.marbles)
print(late.marbles)
