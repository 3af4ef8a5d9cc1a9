import Foundation
import RxSwift

let done = DispatchSemaphore(value: 0)
let cooking = SerialDispatchQueueScheduler(internalSerialQueueName: "kitchen")

_ = Observable.just("soup")
  .delay(.milliseconds(20), scheduler: cooking)
  .subscribe(onNext: { dish in print("eating \(dish)") }, onDisposed: { done.signal() })
done.wait()
