import RxSwift
import RxTest

// Ten units of virtual time are a second.
let scheduler = TestScheduler(initialClock: 0, resolution: 0.1)
let numbers = scheduler.createHotObservable([.next(210, 1), .next(214, 2)])
let throttled = scheduler.start { numbers.throttle(.seconds(1), scheduler: scheduler) }
print(throttled.events.map { "\($0.value) at \($0.time)" })
