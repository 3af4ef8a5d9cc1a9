import RxSwift
import RxTest

let scheduler = TestScheduler(initialClock: 0)
let slider = scheduler.createHotObservable([.next(10, 1), .next(12, 5), .next(14, 9)])
let bag = DisposeBag()

slider
  .throttle(.seconds(5), scheduler: scheduler)
  .subscribe(onNext: { print("volume \($0)") })
  .disposed(by: bag)

scheduler.start()
