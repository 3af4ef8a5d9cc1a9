import RxSwift

let news = BehaviorSubject(value: "fog")
let ada = news.subscribe(onNext: { print("Ada reads \($0)") })
news.onNext("rain")
let bob = news.subscribe(onNext: { print("Bob reads \($0)") })
news.onNext("sun")
ada.dispose()
news.onNext("snow")
