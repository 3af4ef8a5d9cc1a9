import Foundation
import RxSwift

let queue = SerialDispatchQueueScheduler(internalSerialQueueName: "work")
let done = DispatchSemaphore(value: 0)

_ = Observable.just("hello")
  .observe(on: queue)
  .subscribe(onNext: { print($0) }, onCompleted: { done.signal() })

done.wait()
