import Foundation
import RxSwift

let readings = PublishSubject<Int>()
let queue = DispatchQueue(label: "work")
let work = SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "work")

let subscription = readings
  .subscribe(on: work)
  .map { $0 * $0 }
  .subscribe(onNext: { print("\($0), on the main thread: \(Thread.isMainThread)") })
queue.sync {}

readings.onNext(3)
