import RxSwift
import RxTest

// A tick is a tenth of a second.
let scheduler = TestScheduler(initialClock: 0, resolution: 0.1)
let taps = scheduler.createHotObservable([
  .next(10, "first"), .next(12, "second"), .next(30, "third"),
])

func order(_ tap: String) -> Observable<String> {
  print("\(scheduler.clock): sends an order for the \(tap) tap")
  return Observable.just("ordered")
    .delaySubscription(.seconds(1), scheduler: scheduler)
}

_ = taps.flatMapFirst { tap in order(tap) }
  .subscribe(onNext: { print("\(scheduler.clock): \($0)") })
scheduler.start()
