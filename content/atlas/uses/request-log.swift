import RxSwift

let article = Observable.just("How locks work")

_ = article.do(
  onNext: { print("log: got “\($0)”") },
  onSubscribe: { print("log: asked for the article") },
  onDispose: { print("log: the request is over") }
)
.subscribe(onNext: { print("shows “\($0)”") })
