import Foundation
import RxSwift

let service = Worker("service worker"), display = Worker("display worker")
let loading = SerialDispatchQueueScheduler(queue: service.queue, internalSerialQueueName: "service")
let showing = SerialDispatchQueueScheduler(queue: display.queue, internalSerialQueueName: "display")

let profile = Observable<String>.create { observer in
  print("loading")
  observer.onNext("Ada")
  observer.onCompleted()
  return Disposables.create { print("connection closed") }
}

_ = profile
  .observe(on: showing)
  .subscribe(on: loading)
  .subscribe(onNext: { name in print("shows \(name)") }, onCompleted: { print("done") })
print("subscribed")

service.work()
display.work()
service.work()  // for what has come back meanwhile

/// A queue that has a thread to itself, works when it is told to, and rests otherwise. So the steps of this program come
/// in the same order in every run; an app has no need for it.
final class Worker: Sendable {
  let queue: DispatchQueue
  private let mayWork = DispatchSemaphore(value: 0)
  private let rests = DispatchSemaphore(value: 0)

  init(_ name: String) {
    queue = DispatchQueue(label: name)
    restAfterwards()
    rests.wait()
  }

  /// Runs the actions that are on the queue now. Actions that come meanwhile wait for the next call.
  func work() {
    restAfterwards()
    mayWork.signal()
    rests.wait()
  }

  private func restAfterwards() {
    queue.async { [self] in
      rests.signal()
      mayWork.wait()
    }
  }
}
