import RxSwift

struct NoSuchHour: Error {}

let temperature = PublishSubject<Int>()
let clock = PublishSubject<Int>()

_ = clock.withLatestFrom(temperature) { hour, degrees in
  guard hour < 24 else { throw NoSuchHour() }
  return "\(hour) h, \(degrees) °C"
}.subscribe(
  onNext: { report in print(report) },
  onError: { error in print(error) })

temperature.onNext(18)
clock.onNext(23)
clock.onNext(24)
