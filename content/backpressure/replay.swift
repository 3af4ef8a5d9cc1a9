import RxSwift
import RxTest

let scheduler = TestScheduler(initialClock: 0)

/// A reading each second, for 40 seconds.
let readings = Observable<Int>.interval(.seconds(1), scheduler: scheduler).take(40)

let log = readings.replay(3)
let connection = log.connect()

scheduler.scheduleAt(38) {
  var count = 0
  _ = log.subscribe(onNext: { _ in count += 1 })
  print("a late reader gets \(count) readings at once")
}

scheduler.advanceTo(40)
