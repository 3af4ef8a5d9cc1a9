import RxRelay
import RxSwift

struct Chocolate: Equatable {
  let name: String
  let price: Double
}

final class ShoppingCart {
  static let shared = ShoppingCart()
  let chocolates: BehaviorRelay<[Chocolate]> = BehaviorRelay(value: [])

  var total: Observable<Double> {
    chocolates.map { $0.reduce(0) { $0 + $1.price } }
  }
}

let disposeBag = DisposeBag()
ShoppingCart.shared.chocolates.asObservable()
  .subscribe(onNext: { print("\($0.count) in the cart") })
  .disposed(by: disposeBag)
ShoppingCart.shared.total
  .subscribe(onNext: { print("total", $0) })
  .disposed(by: disposeBag)
for chocolate in [Chocolate(name: "dark", price: 2.5), Chocolate(name: "milk", price: 2)] {
  ShoppingCart.shared.chocolates.accept(ShoppingCart.shared.chocolates.value + [chocolate])
}
