import RxSwift

let news = PublishSubject<String>()
let feed = Observable<String>.create { observer in
  print("connected")
  let wire = news.subscribe(observer)
  return Disposables.create {
    wire.dispose()
    print("disconnected")
  }
}.share()

let ada = feed.subscribe(onNext: { print("Ada reads \($0)") })
let bob = feed.subscribe(onNext: { print("Bob reads \($0)") })
news.onNext("rain")
ada.dispose()
news.onNext("sun")
let eve = feed.subscribe(onNext: { print("Eve reads \($0)") })
bob.dispose()
