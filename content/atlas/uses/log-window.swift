import RxSwift
import RxTest

let scheduler = TestScheduler(initialClock: 0)
let lines = scheduler.createColdObservable([
  .next(1, "started"), .next(2, "connected"), .next(6, "signed in"),
])
let log = lines.replayAll()

_ = log.connect()
scheduler.scheduleAt(4) {
  print("second 4: the log window opens")
  _ = log.subscribe(onNext: { print("second \(scheduler.clock): \($0)") })
}
scheduler.start()
