import RxSwift
import RxTest

let scheduler = TestScheduler(initialClock: 0)
let leftScreen = scheduler.createHotObservable([.next(40, ())])

func status() -> Observable<String> {
  let minutes = (60 - scheduler.clock) / 10
  return Observable.just("the train leaves in \(minutes) minutes")
    .delaySubscription(.seconds(1), scheduler: scheduler)
}

_ = Observable<Int>.timer(.seconds(0), period: .seconds(10), scheduler: scheduler)
  .flatMapLatest { _ in status() }
  .take(until: leftScreen)
  .subscribe(
    onNext: { print("second \(scheduler.clock): \($0)") },
    onCompleted: { print("second \(scheduler.clock): polling has ended") })
scheduler.start()
