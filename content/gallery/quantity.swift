import RxRelay
import RxSwift

let quantity = PublishRelay<Int>()
let bag = DisposeBag()

quantity
  .subscribe(onNext: { number in if number > 10 { quantity.accept(10) } })
  .disposed(by: bag)
quantity
  .subscribe(onNext: { print("label: \($0)") })
  .disposed(by: bag)

quantity.accept(3)
quantity.accept(12)
