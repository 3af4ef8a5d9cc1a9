import RxSwift

let cart = [(item: "book", price: 12), (item: "lamp", price: 30), (item: "pen", price: 3)]

_ = Observable.from(cart)
  .do(onNext: { print("\($0.item): \($0.price)") })
  .reduce(0) { total, row in total + row.price }
  .subscribe(onNext: { print("total: \($0)") })
