import RxSwift

let temperature = PublishSubject<Int>()  // the source: what is measured
let clock = PublishSubject<String>()     // the sampler: when to print it

_ = temperature.sample(clock).subscribe(
  onNext: { degrees in print("\(degrees) °C") },
  onCompleted: { print("done") })

clock.onNext("8:00")
temperature.onNext(18)
temperature.onNext(19)
clock.onNext("9:00")
clock.onNext("10:00")
temperature.onNext(21)
clock.onNext("11:00")
clock.onCompleted()
