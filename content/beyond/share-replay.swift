import RxSwift

let news = PublishSubject<String>()
let feed = news.map { $0.uppercased() }.share(replay: 1)

let ada = feed.subscribe(onNext: { print("Ada reads \($0)") })
news.onNext("rain")
let bob = feed.subscribe(onNext: { print("Bob reads \($0)") })
ada.dispose()
bob.dispose()
let eve = feed.subscribe(onNext: { print("Eve reads \($0)") })
