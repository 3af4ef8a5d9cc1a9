import RxRelay
import RxSwift

let pieces = BehaviorRelay(value: 1)
let bag = DisposeBag()

pieces
  .map { pieces in (pieces, price: pieces * 10) }
  .subscribe(onNext: { pieces, price in print("\(pieces) pieces: \(price)") })
  .disposed(by: bag)

pieces.accept(2)
pieces.accept(3)
