import RxSwift
import RxTest

let given = MarbleArguments("-1-2-3-|")
let scheduler = TestScheduler(initialClock: 0)
let numbers = scheduler.createColdObservable(marbles: given[0])
let published = numbers.publish()
var connection: (any Disposable)?
scheduler.scheduleAt(2) { connection = published.connect() }
scheduler.scheduleAt(6) { connection?.dispose() }
scheduler.scheduleAt(8) { connection = published.connect() }

let observer = scheduler.start(subscription: given.subscription, from: 0) { published }
print(observer.marbles)
print(numbers.subscriptionMarbles(from: 0))
