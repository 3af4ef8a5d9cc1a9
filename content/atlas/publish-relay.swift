import Rx
import RxTest

let given = MarbleArguments("-1-2-3-|")
let scheduler = TestScheduler(initialClock: 0)
let numbers = scheduler.createHotObservable(marbles: given[0], from: 0)
let relay = PublishRelay<String>()
let feed = numbers.subscribe(onNext: { relay.accept($0) })

let late = scheduler.createObserver(String.self)
scheduler.scheduleAt(4) { _ = relay.subscribe(late) }
let early = scheduler.start(subscription: given.subscription, from: 0) { relay }
print(early.marbles)
print(late.marbles)
