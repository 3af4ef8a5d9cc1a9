import RxSwift
import RxTest

let given = MarbleArguments("-1-2-|")
let scheduler = TestScheduler(initialClock: 0)
let numbers = scheduler.createHotObservable(marbles: given[0], from: 0)
let subject = PublishSubject<String>()
let binding = numbers.bind(to: subject)

let observer = scheduler.start(subscription: given.subscription, from: 0) { subject }
print(observer.marbles)
