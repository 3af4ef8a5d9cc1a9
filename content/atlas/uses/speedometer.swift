import RxSwift
import RxTest

// A tick is a tenth of a second.
let scheduler = TestScheduler(initialClock: 0, resolution: 0.1)
let speed = scheduler.createHotObservable((1...24).map { .next($0, 40 + $0) })
let redraw = Observable<Int>.interval(.milliseconds(500), scheduler: scheduler).take(5)

_ = speed.sample(redraw)
  .subscribe(onNext: { print("\(scheduler.clock): draws \($0) km/h") })
scheduler.start()
