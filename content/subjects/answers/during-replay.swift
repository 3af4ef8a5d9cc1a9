import RxSwift

let news = ReplaySubject<String>.create(bufferSize: 1)
var bob: Disposable?
var eve: Disposable?

let ada = news.subscribe(onNext: { text in
  print("Ada reads \(text)")
  bob?.dispose()
  if eve == nil { eve = news.subscribe(onNext: { print("Eve reads \($0)") }) }
})
bob = news.subscribe(onNext: { print("Bob reads \($0)") })
news.onNext("rain")
news.onNext("sun")
