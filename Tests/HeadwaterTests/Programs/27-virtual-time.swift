import RxSwift
import RxTest

let scheduler = TestScheduler(initialClock: 0)
let source = scheduler.createHotObservable([
  .next(150, 1), .next(210, 2), .next(220, 3), .completed(300),
])
let observer = scheduler.start { source.map { $0 * 10 } }
print(observer.events)
print(source.subscriptions)
