import RxSwift
import RxTest

// A tick is a tenth of a second.
let scheduler = TestScheduler(initialClock: 0, resolution: 0.1)
let typed = scheduler.createHotObservable([
  .next(10, "s"), .next(11, "sw"), .next(12, "swift"),
  .next(20, "swiftu"), .next(21, "swift"), .next(40, "swiftui"),
])

func search(_ query: String) -> Observable<String> {
  print("\(scheduler.clock): asks for “\(query)”")
  return Observable.just("results for “\(query)”")
    .delaySubscription(.milliseconds(400), scheduler: scheduler)
}

_ = typed.debounce(.milliseconds(300), scheduler: scheduler)
  .distinctUntilChanged()
  .flatMapLatest { query in search(query) }
  .subscribe(onNext: { print("\(scheduler.clock): shows \($0)") })
scheduler.start()
