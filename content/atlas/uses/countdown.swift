import RxSwift
import RxTest

let scheduler = TestScheduler(initialClock: 0)

_ = Observable<Int>.interval(.seconds(1), scheduler: scheduler)
  .map { 3 - $0 }
  .take(while: { $0 > 0 })
  .subscribe(
    onNext: { print("second \(scheduler.clock): send a new code in \($0) s") },
    onCompleted: { print("second \(scheduler.clock): the button is enabled") })
scheduler.start()
