import RxSwift
import RxTest

let scheduler = TestScheduler(initialClock: 0)
let seconds = ["cat": 3, "dog": 1, "owl": 2]

func thumbnail(of photo: String) -> Observable<String> {
  Observable.just("thumbnail of \(photo)")
    .delaySubscription(.seconds(seconds[photo] ?? 1), scheduler: scheduler)
}

_ = Observable.of("cat", "dog", "owl")
  .flatMap { photo in thumbnail(of: photo) }
  .subscribe(
    onNext: { print("second \(scheduler.clock): \($0)") },
    onCompleted: { print("second \(scheduler.clock): all are there") })
scheduler.start()
