import RxSwift
import RxTest

let scheduler = TestScheduler(initialClock: 0)

/// A reading each second, for 40 seconds.
let readings = Observable<Int>.interval(.seconds(1), scheduler: scheduler).take(40)

let slow = Observable<Int>.interval(.seconds(5), scheduler: scheduler)

let subscription = Observable.zip(readings, slow)
  .subscribe(onNext: { print("\(scheduler.clock) s: \($0)") })

scheduler.advanceTo(40)
