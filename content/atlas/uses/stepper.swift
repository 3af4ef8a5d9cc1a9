import RxRelay
import RxSwift

let plus = PublishRelay<Void>()
let minus = PublishRelay<Void>()

_ = Observable.merge(plus.map { 1 }, minus.map { -1 })
  .scan(0) { quantity, change in max(0, quantity + change) }
  .startWith(0)
  .subscribe(onNext: { print("quantity: \($0)") })

plus.accept(())
plus.accept(())
minus.accept(())
minus.accept(())
minus.accept(())
