import RxRelay
import RxSwift

let quantity = PublishRelay<Int>()
let bag = DisposeBag()

quantity
  .map { number in min(number, 10) }
  .subscribe(onNext: { print("label: \($0)") })
  .disposed(by: bag)

quantity.accept(3)
quantity.accept(12)
