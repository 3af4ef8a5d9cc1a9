import RxSwift
import RxTest

let scheduler = TestScheduler(initialClock: 0)
let requests = scheduler.createHotObservable([
  .next(1, "/"), .next(3, "/login"), .next(4, "/news"),
  .next(12, "/news"), .completed(19),
])

_ = requests.window(timeSpan: .seconds(10), count: 1_000, scheduler: scheduler)
  .flatMap { window in window.reduce(0) { count, _ in count + 1 } }
  .subscribe(onNext: { print("second \(scheduler.clock): requests in this window: \($0)") })
scheduler.start()
