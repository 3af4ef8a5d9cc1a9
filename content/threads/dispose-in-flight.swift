import Foundation
import RxSwift

let display = Worker("display worker")
let showing = SerialDispatchQueueScheduler(queue: display.queue, internalSerialQueueName: "display")
let names = PublishSubject<String>()

let subscription = names.observe(on: showing).subscribe(onNext: { name in print("shows \(name)") })

names.onNext("Ada")
display.work()
names.onNext("Grace")
subscription.dispose()
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
