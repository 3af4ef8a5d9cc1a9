import Foundation
import RxSwift

let screenSize = Observable<String>.deferred {
  .just("390 × 844, read on the main thread: \(Thread.isMainThread)")
}
.subscribe(on: ConcurrentMainScheduler.instance)

_ = screenSize.subscribe(onNext: { print("the page lays itself out: \($0)") })
print("the page is laid out")

Thread {
  _ = screenSize.subscribe(
    onNext: { print("the download picks a picture: \($0)") },
    onDisposed: { exit(0) })
}.start()
// An app has a run loop of its own; this program waits for the main queue's work.
RunLoop.main.run(until: Date(timeIntervalSinceNow: 60))
