import RxSwift

let temperature = PublishSubject<Int>()
let clock = PublishSubject<String>()

_ = temperature.sample(clock, defaultValue: 0).subscribe(onNext: { degrees in print(degrees) })

clock.onNext("8:00")
temperature.onNext(18)
clock.onNext("9:00")
clock.onNext("10:00")
