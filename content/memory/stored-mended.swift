import RxSwift

final class Model {
  let prices = PublishSubject<Int>()
  private let currency = "€"
  lazy var texts: Observable<String> = prices.map { [currency] in "\($0) \(currency)" }
  deinit { print("model freed") }
}

func visit() {
  let model = Model()
  let subscription = model.texts.subscribe(onNext: { print($0) })
  model.prices.onNext(5)
  subscription.dispose()
  withExtendedLifetime(model) {}
}

visit()
print("the visit is over")
