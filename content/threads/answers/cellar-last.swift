import Foundation
import RxSwift

let kitchen = Worker("kitchen worker"), cellar = Worker("cellar worker")
let table = Worker("table worker"), counter = Worker("counter worker")
func scheduler(_ worker: Worker, _ name: String) -> SerialDispatchQueueScheduler {
  SerialDispatchQueueScheduler(queue: worker.queue, internalSerialQueueName: name)
}

_ = Observable<Int>.create { observer in
  observer.onNext(1)
  return Disposables.create()
}
  .subscribe(on: scheduler(cellar, "cellar"))
  .subscribe(on: scheduler(kitchen, "kitchen"))
  .observe(on: scheduler(counter, "counter"))
  .map { dish in dish * 10 }
  .observe(on: scheduler(table, "table"))
  .subscribe(onNext: { dish in print("dish \(dish)") })

for worker in [kitchen, cellar, counter, table] { worker.work() }

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
