import RxSwift

struct OutOfBattery: Error {}

let temperature = PublishSubject<Int>()
let clock = PublishSubject<String>()

_ = temperature.sample(clock).subscribe(
  onNext: { degrees in print("\(degrees) °C") },
  onError: { error in print(error) })

temperature.onNext(18)
temperature.onError(OutOfBattery())
clock.onNext("9:00")
