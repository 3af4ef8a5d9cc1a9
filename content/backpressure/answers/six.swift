import RxSwift
import RxTest

let scheduler = TestScheduler(initialClock: 0)

/// A reading each second, for 40 seconds.
let readings = Observable<Int>.interval(.seconds(1), scheduler: scheduler).take(40)

/// The server answers after 5 seconds, and is free again a second later.
func upload(_ name: String) -> Observable<String> {
  Observable.just("\(name) is on the server").delay(.seconds(5), scheduler: scheduler)
}

let subscription = readings
  .map { upload("reading \($0)") }
  .merge(maxConcurrent: 6)
  .subscribe(onNext: { print("\(scheduler.clock) s: \($0)") })

scheduler.advanceTo(40)
