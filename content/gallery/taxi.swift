import RxRelay
import RxSwift

let taps = PublishRelay<Void>()
let place = PublishRelay<String>()
let bag = DisposeBag()

taps
  .withLatestFrom(place)
  .subscribe(onNext: { print("taxi to \($0)") })
  .disposed(by: bag)

taps.accept(())
taps.accept(())
