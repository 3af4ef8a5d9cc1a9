import Foundation
import RxSwift

let work = DispatchQueue(label: "work")
let done = DispatchSemaphore(value: 0)

// The queue is held back until all has been sent, so that every run has its steps in the same order.
work.suspend()
_ = Observable.just("hello")
  .observe(on: SerialDispatchQueueScheduler(queue: work, internalSerialQueueName: "work.observe"))
  .subscribe(onNext: { print($0) }, onDisposed: { done.signal() })
work.resume()
done.wait()
work.sync {}
