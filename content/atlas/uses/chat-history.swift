import RxSwift
import RxTest

let scheduler = TestScheduler(initialClock: 0)
let server = scheduler.createColdObservable([
  .next(1, "Hello"), .next(2, "How are you?"), .next(3, "Fine"), .next(6, "See you"),
])
let room = server.replay(2)

_ = room.connect()
scheduler.scheduleAt(5) {
  print("Ada joins")
  _ = room.subscribe(onNext: {
    print("second \(scheduler.clock): Ada reads “\($0)”")
  })
}
scheduler.start()
