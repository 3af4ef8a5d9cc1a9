import Foundation
import RxSwift

let service = Worker("service worker")
let loading = SerialDispatchQueueScheduler(queue: service.queue, internalSerialQueueName: "service")

let subscription = Observable<String>.create { observer in
  Disposables.create { print("connection closed") }
}
  .subscribe(on: loading)
  .subscribe(onNext: { name in print("shows \(name)") })

service.work()
subscription.dispose()
print("leaving")
service.work()

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
