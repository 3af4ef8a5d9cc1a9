import RxRelay
import RxSwift

let pieces = BehaviorRelay(value: 1)
let price = pieces.map { $0 * 10 }
let bag = DisposeBag()

Observable.combineLatest(pieces, price)
  .subscribe(onNext: { pieces, price in print("\(pieces) pieces: \(price)") })
  .disposed(by: bag)

pieces.accept(2)
pieces.accept(3)
