import RxSwift
import RxTest

let scheduler = TestScheduler(initialClock: 0)

let weather = Observable.deferred {
  print("second \(scheduler.clock): asks the server")
  return Observable.just("21 °C").delaySubscription(.seconds(2), scheduler: scheduler)
}.share()

_ = weather.subscribe(onNext: {
  print("second \(scheduler.clock): the title shows \($0)")
})
_ = weather.subscribe(onNext: {
  print("second \(scheduler.clock): the widget shows \($0)")
})
scheduler.start()
