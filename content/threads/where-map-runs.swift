import Foundation
import RxSwift

let service = Worker("service worker"), display = Worker("display worker")
let loading = SerialDispatchQueueScheduler(queue: service.queue, internalSerialQueueName: "service")
let showing = SerialDispatchQueueScheduler(queue: display.queue, internalSerialQueueName: "display")

_ = Observable<Int>.create { observer in
  observer.onNext(3)
  return Disposables.create()
}
  .map { number in number + 1 }
  .subscribe(on: loading)
  .filter { number in number > 0 }
  .observe(on: showing)
  .map { number in number * 10 }
  .subscribe(onNext: { number in print("shows \(number)") })

service.work()
display.work()

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
