import Gauge
import Rx

let readings = PublishSubject<Double>()

let subscription =
  readings
  .smoothed(over: 2)
  .subscribe(onNext: { print("shows \($0)") })

readings.onNext(20)
readings.onNext(22)
readings.onNext(30)
subscription.dispose()
