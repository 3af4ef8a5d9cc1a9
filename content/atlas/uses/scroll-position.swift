import RxSwift
import RxTest

// A tick is a tenth of a second.
let scheduler = TestScheduler(initialClock: 0, resolution: 0.1)
let scrolled = scheduler.createHotObservable((1...12).map { .next($0 * 2, $0 * 40) })

_ = scrolled.throttle(.milliseconds(500), scheduler: scheduler)
  .subscribe(onNext: { print("\(scheduler.clock): saves the position \($0)") })
scheduler.start()
