import Rx

final class CartModel {
  private let items = BehaviorRelay<[String]>(value: [])
  var shown: Observable<String> { items.map { $0.isEmpty ? "empty" : $0.joined(separator: ", ") } }
  var count: Int { items.value.count }

  func add(_ item: String) { items.accept(items.value + [item]) }
}

let cart = CartModel()
let view = cart.shown.subscribe(onNext: { print("cart: \($0)") })
cart.add("tea")
cart.add("milk")
print("now \(cart.count) items")
view.dispose()
