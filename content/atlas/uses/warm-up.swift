import RxSwift
import RxTest

let scheduler = TestScheduler(initialClock: 0)
let pulse = scheduler.createHotObservable([
  .next(1, 180), .next(3, 20), .next(6, 72), .next(9, 74),
])

_ = pulse.skip(.seconds(5), scheduler: scheduler)
  .subscribe(onNext: { print("second \(scheduler.clock): \($0) beats a minute") })
scheduler.start()
