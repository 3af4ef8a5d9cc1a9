import RxSwift
import RxTest

let events: [Recorded<Event<String>>] = [.next(150, "a"), .next(210, "b"), .completed(250)]

var scheduler = TestScheduler(initialClock: 0)
let hot = scheduler.createHotObservable(events)
let fromHot = scheduler.start(disposed: 220) { hot.asObservable() }

scheduler = TestScheduler(initialClock: 0)
let cold = scheduler.createColdObservable(events)
let fromCold = scheduler.start(disposed: 220) { cold.asObservable() }

print("hot:", fromHot.events, hot.subscriptions)
print("cold:", fromCold.events, cold.subscriptions)
