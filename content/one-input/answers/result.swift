import RxSwift

struct UnknownArticle: Error { let name: String }

let prices = ["tea": 3, "bread": 4]
let articles = PublishSubject<String>()

func price(of article: String) throws -> Int {
  guard let price = prices[article] else { throw UnknownArticle(name: article) }
  return price
}

_ = articles
  .map { article in Result { try price(of: article) } }
  .subscribe(onNext: { result in
    switch result {
    case .success(let euros): print("\(euros) €")
    case .failure(let error): print("failed: \(error)")
    }
  })

articles.onNext("tea")
articles.onNext("te")
articles.onNext("bread")
