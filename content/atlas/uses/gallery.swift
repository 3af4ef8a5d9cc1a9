import RxSwift
import RxTest

let scheduler = TestScheduler(initialClock: 0)

func thumbnail(_ photo: String, seconds: Int) -> Observable<String> {
  Observable.just(photo).delaySubscription(.seconds(seconds), scheduler: scheduler)
}

_ = Observable.merge(
  thumbnail("cat", seconds: 2), thumbnail("dog", seconds: 1), thumbnail("owl", seconds: 3)
)
.toArray()
.subscribe(onSuccess: { print("second \(scheduler.clock): shows \($0) at once") })
scheduler.start()
