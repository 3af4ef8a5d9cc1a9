import RxSwift
import RxTest

let scheduler = TestScheduler(initialClock: 0)
let photos = scheduler.createHotObservable([
  .next(1, "beach"), .next(2, "forest"), .next(3, "summit"),
])

func upload(_ photo: String) -> Observable<String> {
  Observable.deferred {
    print("second \(scheduler.clock): \(photo) starts")
    return Observable.just(photo).delaySubscription(.seconds(5), scheduler: scheduler)
  }
}

_ = photos.concatMap { photo in upload(photo) }
  .subscribe(onNext: { print("second \(scheduler.clock): \($0) is done") })
scheduler.start()
