import RxSwift
import RxTest

let scheduler = TestScheduler(initialClock: 0)

func position(afterSeconds seconds: Int) -> Observable<String> {
  Observable.just("59.9° N, 10.7° E")
    .delaySubscription(.seconds(seconds), scheduler: scheduler)
}

for seconds in [3, 30] {
  let asked = scheduler.clock
  _ = position(afterSeconds: seconds)
    .timeout(.seconds(10), other: Observable.just("the last known place"), scheduler: scheduler)
    .subscribe(onNext: { print("after \(scheduler.clock - asked) s: shows \($0)") })
  scheduler.start()
}
