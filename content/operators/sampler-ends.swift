import RxSwift

let temperature = PublishSubject<Int>()
let clock = PublishSubject<String>()

_ = temperature.sample(clock).subscribe(
  onNext: { degrees in print("\(degrees) °C") },
  onCompleted: { print("done") })

temperature.onNext(18)
clock.onNext("9:00")
temperature.onNext(19)
clock.onCompleted()
temperature.onNext(20)
temperature.onCompleted()
