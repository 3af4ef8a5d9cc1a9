import RxSwift
import RxTest

let scheduler = TestScheduler(initialClock: 0)
let seconds = ["map": 4, "guide": 2, "photos": 3]

func download(_ file: String) -> Observable<String> {
  Observable.deferred {
    print("second \(scheduler.clock): \(file) starts")
    return Observable.just(file)
      .delaySubscription(.seconds(seconds[file] ?? 1), scheduler: scheduler)
  }
}

_ = Observable.of("map", "guide", "photos")
  .map { file in download(file) }
  .merge(maxConcurrent: 2)
  .subscribe(
    onNext: { print("second \(scheduler.clock): \($0) is here") },
    onCompleted: { print("second \(scheduler.clock): all are here") })
scheduler.start()
