import RxSwift
import RxTest

let scheduler = TestScheduler(initialClock: 0)
let isRunning = scheduler.createHotObservable([
  .next(1, true), .next(4, false), .next(10, true), .completed(11),
])
let stop = scheduler.createHotObservable([.next(13, ())])

_ = isRunning.flatMapLatest { isRunning -> Observable<Int> in
  isRunning ? .interval(.seconds(1), scheduler: scheduler) : .never()
}
.scan(0) { seconds, _ in seconds + 1 }
.take(until: stop)
.subscribe(onNext: { print("second \(scheduler.clock): the stopwatch shows \($0)") })
scheduler.start()
