import Foundation
import RxSwift

let readings = PublishSubject<Int>()
let queue = DispatchQueue(label: "adding")
let hasSent = DispatchSemaphore(value: 0)

queue.suspend()
_ = readings
  .observe(on: SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "adding.serial"))
  .scan(0) { sum, reading in sum + reading }
  .subscribe(onNext: { print("sum \($0)") })

Thread.detachNewThread {
  readings.onNext(10)
  hasSent.signal()
}
hasSent.wait()
readings.onNext(1)
queue.resume()
queue.sync {}
