import Foundation
import Rx

let server = PublishSubject<String>()
let request = Observable<String>.create { observer in
  print("request sent")
  return server.subscribe(observer)
}

let loading = ActivityIndicator()
_ = loading.drive(onNext: { isBusy in print(isBusy ? "busy" : "idle") })

// Another thread subscribes while the main thread waits, so that the steps come in the same order in each run.
let subscribed = DispatchSemaphore(value: 0)
Thread.detachNewThread {
  _ = request.trackActivity(loading).subscribe(onNext: { text in print(text) })
  subscribed.signal()
}
subscribed.wait()
print("the main thread is free")
DispatchQueue.main.async { exit(0) }
RunLoop.main.run(until: Date(timeIntervalSinceNow: 5))
