import Rx
import RxTest

let given = MarbleArguments("-1-2-#")
let scheduler = TestScheduler(initialClock: 0)
let numbers = scheduler.createColdObservable(marbles: given[0])
var signal = Signal<String>.never()
SharingScheduler.mock(scheduler: scheduler) { signal = numbers.asSignal(onErrorJustReturn: "0") }

let late = scheduler.createObserver(String.self)
scheduler.scheduleAt(3) { _ = signal.emit(to: late) }
let early = scheduler.start(subscription: given.subscription, from: 0) { signal }
print(early.marbles)
print(late.marbles)
print(numbers.subscriptionMarbles(from: 0))
