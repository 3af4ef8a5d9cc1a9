import RxSwift

let temperature = PublishSubject<Int>()
let clock = PublishSubject<String>()

_ = temperature.sample(clock).subscribe(onNext: { degrees in
  print("\(degrees) °C")
  if degrees < 20 { temperature.onNext(degrees + 1) }  // the heating: each report makes it a degree warmer
})

temperature.onNext(18)
clock.onNext("9:00")
clock.onNext("10:00")
clock.onNext("11:00")
