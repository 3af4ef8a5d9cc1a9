import RxSwift
import RxTest

struct ServerDown: Error {}

let scheduler = TestScheduler(initialClock: 0)
var attempts = 0
let request = Observable<String>.deferred {
  attempts += 1
  print("second \(scheduler.clock): attempt \(attempts)")
  return attempts < 4 ? .error(ServerDown()) : .just("the data")
}

_ = request.retry { errors in
  errors.enumerated().flatMap { number, error -> Observable<Int> in
    guard number < 4 else { throw error }
    return Observable.timer(.seconds(1 << number), scheduler: scheduler)
  }
}
.subscribe(onNext: { print("second \(scheduler.clock): \($0)") })
scheduler.start()
