import RxSwift

let temperature = PublishSubject<Int>()  // the second sequence: what is looked up
let clock = PublishSubject<String>()     // the first: when to look, and part of the result

_ = clock.withLatestFrom(temperature) { hour, degrees in
  "\(hour), \(degrees) °C"
}.subscribe(
  onNext: { report in print(report) },
  onCompleted: { print("done") })

clock.onNext("8:00")
temperature.onNext(18)
temperature.onNext(19)
clock.onNext("9:00")
clock.onNext("10:00")
temperature.onNext(21)
temperature.onCompleted()
clock.onNext("11:00")
clock.onCompleted()
