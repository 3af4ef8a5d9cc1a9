import Foundation
import RxSwift

let background = SerialDispatchQueueScheduler(qos: .userInitiated)
let whereAmI = { Thread.isMainThread ? "on the main thread" : "in the background" }

let photo = Observable<String>.create { observer in
  print("reads the file \(whereAmI())")
  observer.onNext("photo")
  observer.onCompleted()
  return Disposables.create()
}

_ = photo.subscribe(on: background)
  .map { data in
    print("decodes the \(data) \(whereAmI())")
    return "picture"
  }
  .observe(on: MainScheduler.instance)
  .subscribe(
    onNext: { print("shows the \($0) \(whereAmI())") },
    onDisposed: { exit(0) })
// An app has a run loop of its own; this program waits for the main queue's work.
RunLoop.main.run(until: Date(timeIntervalSinceNow: 60))
