import RxSwift
import RxTest

let scheduler = TestScheduler(initialClock: 0)

func animation(_ name: String, seconds: Int) -> Observable<String> {
  Observable.just("\(name) has ended")
    .delaySubscription(.seconds(seconds), scheduler: scheduler)
}

let requested = scheduler.createHotObservable([
  .next(1, animation("fade in", seconds: 3)),
  .next(2, animation("slide", seconds: 2)),
])

_ = requested.concat()
  .subscribe(onNext: { print("second \(scheduler.clock): \($0)") })
scheduler.start()
