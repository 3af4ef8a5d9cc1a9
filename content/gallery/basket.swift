import RxRelay
import RxSwift

final class Basket {
  private(set) var total = 0
  private let bag = DisposeBag()

  init(_ prices: Observable<Int>) {
    prices
      .scan(0) { sum, price in sum + price }
      .subscribe(onNext: { total in self.total = total })
      .disposed(by: bag)
  }

  deinit { print("basket freed") }
}

let prices = PublishRelay<Int>()
var basket: Basket? = Basket(prices.asObservable())
prices.accept(3)
basket = nil
print("the shop is closed")
