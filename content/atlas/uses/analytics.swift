import RxSwift
import RxTest

let scheduler = TestScheduler(initialClock: 0)
let events = scheduler.createHotObservable([
  .next(1, "open"), .next(2, "search"), .next(3, "tap"),
  .next(4, "back"), .next(14, "close"), .completed(21),
])

_ = events.buffer(timeSpan: .seconds(10), count: 3, scheduler: scheduler)
  .filter { !$0.isEmpty }
  .subscribe(onNext: { print("second \(scheduler.clock): sends \($0.joined(separator: ", "))") })
scheduler.start()
