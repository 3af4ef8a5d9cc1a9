import RxSwift
import RxTest

struct Offline: Error {}

let scheduler = TestScheduler(initialClock: 0)

func load(_ name: String, seconds: Int) -> Single<String> {
  Single.just(name).delaySubscription(.seconds(seconds), scheduler: scheduler)
}

func open(_ name: Single<String>, _ orders: Single<String>) {
  _ = Single.zip(name, orders) { "\($0) and \($1)" }
    .subscribe(
      onSuccess: { print("second \(scheduler.clock): shows \($0)") },
      onFailure: { print("second \(scheduler.clock): shows an error, \($0)") })
  scheduler.start()
}

open(load("the name", seconds: 2), load("the orders", seconds: 3))
open(.error(Offline()), load("the orders", seconds: 3))
