import RxSwift

let news = PublishSubject<String>()
let headlines = news.map { text in text.uppercased() }

news.onNext("early")
print("nothing so far")

_ = headlines.subscribe(onNext: { headline in print(headline) })
news.onNext("late")

let weather = BehaviorSubject(value: "rain")
print("without subscribing: \(try weather.value())")
