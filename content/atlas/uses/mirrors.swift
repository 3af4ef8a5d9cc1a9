import RxSwift
import RxTest

let scheduler = TestScheduler(initialClock: 0)

func mirror(_ name: String, answersAfter seconds: Int) -> Observable<String> {
  Observable.just("the list from \(name)")
    .delaySubscription(.seconds(seconds), scheduler: scheduler)
    .do(onDispose: { print("second \(scheduler.clock): the request to \(name) is over") })
}

_ = mirror("Oslo", answersAfter: 3)
  .amb(mirror("Lima", answersAfter: 1))
  .subscribe(onNext: { print("second \(scheduler.clock): shows \($0)") })
scheduler.start()
