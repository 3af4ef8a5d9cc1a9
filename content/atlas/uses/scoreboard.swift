import RxSwift
import RxTest

let scheduler = TestScheduler(initialClock: 0)
let goals = scheduler.createColdObservable([
  .next(1, "1:0"), .next(2, "1:1"), .next(4, "2:1"),
])
let game = goals.publish()

_ = game.subscribe(onNext: {
  print("second \(scheduler.clock): the board shows \($0)")
})
_ = game.subscribe(onNext: {
  print("second \(scheduler.clock): the announcer reads \($0)")
})

print("everybody is there")
let connection = game.connect()
scheduler.scheduleAt(3) { connection.dispose() }
scheduler.start()
