import RxSwift
import RxTest

let scheduler = TestScheduler(initialClock: 0)

func prepare(_ name: String, seconds: Int) -> Completable {
  Observable<Int>.timer(.seconds(seconds), scheduler: scheduler)
    .do(onCompleted: { print("second \(scheduler.clock): \(name) is ready") })
    .ignoreElements()
    .asCompletable()
}

_ = Completable.zip(prepare("the database", seconds: 3), prepare("the cache", seconds: 1))
  .subscribe(onCompleted: { print("second \(scheduler.clock): the first screen opens") })
scheduler.start()
