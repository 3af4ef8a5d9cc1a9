import Foundation
import RxSwift

let pool = ConcurrentDispatchQueueScheduler(qos: .userInitiated)

func small(_ photo: String) -> Observable<String> {
  Observable.deferred { .just("small \(photo)") }
    .subscribe(on: pool)
}

_ = Observable.zip(["beach", "forest", "harbour"].map(small))
  .observe(on: MainScheduler.instance)
  .subscribe(
    onNext: { photos in print("the page shows \(photos)") },
    onDisposed: { exit(0) })
// An app has a run loop of its own; this program waits for the main queue's work.
RunLoop.main.run(until: Date(timeIntervalSinceNow: 60))
