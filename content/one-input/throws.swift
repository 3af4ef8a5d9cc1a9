import RxSwift

struct UnknownArticle: Error { let name: String }

let prices = ["tea": 3, "bread": 4]
let articles = PublishSubject<String>()

_ = articles
  .map { article in
    guard let price = prices[article] else {
      throw UnknownArticle(name: article)
    }
    return price
  }
  .scan(0) { total, euros in total + euros }
  .subscribe(
    onNext: { total in print("\(total) €") },
    onError: { error in print("failed: \(error)") })

articles.onNext("tea")
articles.onNext("te")
articles.onNext("bread")
