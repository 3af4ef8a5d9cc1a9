import Rx

let cart = PublishSubject<Int>()
func addToCart() {
  cart.onNext(1)
}

_ =
  cart
  .map { $0 * 2 }
  .filter { $0 > 2 }
  .subscribe(onNext: { print("price \($0)") })
addToCart()
