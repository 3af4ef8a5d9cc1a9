import RxSwift

let prices = ["tea": 3, "bread": 4]
let articles = PublishSubject<String>()

_ = articles
  .compactMap { article in prices[article] }
  .scan(0) { total, euros in total + euros }
  .subscribe(
    onNext: { total in print("\(total) €") },
    onError: { error in print("failed: \(error)") })

articles.onNext("tea")
articles.onNext("te")
articles.onNext("bread")
