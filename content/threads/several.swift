import Foundation
import RxSwift

let service = Worker("service worker"), detour = Worker("detour worker")
let display = Worker("display worker"), mapping = Worker("mapping worker")
func scheduler(_ worker: Worker, _ name: String) -> SerialDispatchQueueScheduler {
  SerialDispatchQueueScheduler(queue: worker.queue, internalSerialQueueName: name)
}

_ = Observable<Int>.create { observer in
  observer.onNext(1)
  return Disposables.create()
}
  .subscribe(on: scheduler(service, "service"))
  .subscribe(on: scheduler(detour, "detour"))
  .observe(on: scheduler(mapping, "mapping"))
  .map { number in number * 10 }
  .observe(on: scheduler(display, "display"))
  .subscribe(onNext: { number in print("shows \(number)") })

for worker in [detour, service, mapping, display] { worker.work() }

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
