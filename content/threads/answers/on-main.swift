import Foundation
import RxSwift

let service = Worker("service worker", qos: .userInitiated)
let loading = SerialDispatchQueueScheduler(queue: service.queue, internalSerialQueueName: "service")

let profile = Observable<String>.create { observer in
  report("load the profile")
  observer.onNext("Ada")
  observer.onCompleted()
  return Disposables.create()
}

_ = profile
  .observe(on: MainScheduler.instance)
  .subscribe(onNext: { name in report("show \(name)") }, onDisposed: { report("disposed") })
report("the screen is there")

service.work()
report("back to the run loop")
mainQueueWorks()

/// Says on which thread something happens. `Thread.current` would be printed with an address, another in each run.
func report(_ event: String) {
  print(Thread.isMainThread ? "main thread:" : "another thread:", event)
}

/// Runs what is on the main queue, as the run loop of an app does whenever the main thread comes back to it.
func mainQueueWorks() {
  _ = RunLoop.main.run(mode: .default, before: Date())
}

/// A queue that has a thread to itself, works when it is told to, and rests otherwise. So the steps of this program come
/// in the same order in every run; an app has no need for it.
final class Worker: Sendable {
  let queue: DispatchQueue
  private let mayWork = DispatchSemaphore(value: 0)
  private let rests = DispatchSemaphore(value: 0)

  init(_ name: String, qos: DispatchQoS) {
    queue = DispatchQueue(label: name, qos: qos)
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
