import RxSwift
import RxTest

let scheduler = TestScheduler(initialClock: 0)
let loudness = Observable<Int>.interval(.seconds(2), scheduler: scheduler).map { 40 + $0 }

_ = loudness.take(for: .seconds(7), scheduler: scheduler)
  .subscribe(
    onNext: { print("second \(scheduler.clock): records at \($0) dB") },
    onCompleted: { print("second \(scheduler.clock): the recording is full") })
scheduler.start()
