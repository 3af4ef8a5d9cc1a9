import RxSwift
import RxTest

let scheduler = TestScheduler(initialClock: 0)
let sensor = scheduler.createColdObservable([
  .next(1, 20), .next(3, 21), .next(8, 22),
])
let temperature = sensor.share(replay: 1)

_ = temperature.subscribe(onNext: {
  print("second \(scheduler.clock): the title shows \($0) °C")
})
scheduler.scheduleAt(5) {
  print("second 5: the detail page opens")
  _ = temperature.subscribe(onNext: {
    print("second \(scheduler.clock): the detail page shows \($0) °C")
  })
}
scheduler.start()
print("subscriptions to the sensor: \(sensor.subscriptions.count)")
