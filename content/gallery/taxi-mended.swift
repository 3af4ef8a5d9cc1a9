import RxRelay
import RxSwift

let taps = PublishRelay<Void>()
let place = BehaviorRelay<String?>(value: nil)
let bag = DisposeBag()

taps
  .withLatestFrom(place)
  .subscribe(onNext: { place in print(place.map { "taxi to \($0)" } ?? "where to?") })
  .disposed(by: bag)

taps.accept(())
place.accept("the station")
taps.accept(())
