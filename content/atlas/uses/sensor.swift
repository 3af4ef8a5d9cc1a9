import RxSwift
import RxTest

let scheduler = TestScheduler(initialClock: 0)
let readings = scheduler.createColdObservable([
  .next(1, "N"), .next(3, "NE"), .next(5, "E"),
])
let compass = readings.do(
  onSubscribe: { print("second \(scheduler.clock): the compass is switched on") },
  onDispose: { print("second \(scheduler.clock): the compass is switched off") }
)
.publish()
.refCount()

let map = compass.subscribe(onNext: {
  print("second \(scheduler.clock): the map turns to \($0)")
})
let arrow = compass.subscribe(onNext: {
  print("second \(scheduler.clock): the arrow points to \($0)")
})
scheduler.scheduleAt(2) { arrow.dispose() }
scheduler.scheduleAt(4) { map.dispose() }
scheduler.start()
