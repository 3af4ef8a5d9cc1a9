import RxSwift
import RxTest

let given = MarbleArguments("-1-2-3-|")
let scheduler = TestScheduler(initialClock: 0)
let numbers = scheduler.createHotObservable(marbles: given[0], from: 0)
let subject = PublishSubject<String>()
let feed = numbers.subscribe(subject)

let late = scheduler.createObserver(String.self)
scheduler.scheduleAt(4) { _ = subject.subscribe(late) }
let early = scheduler.start(subscription: given.subscription, from: 0) { subject }
print(early.marbles)
print(late.marbles)
