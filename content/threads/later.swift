import Foundation
import RxSwift

let done = DispatchSemaphore(value: 0)
let loading = SerialDispatchQueueScheduler(internalSerialQueueName: "service")

_ = Observable.just("Ada")
  .delay(.milliseconds(20), scheduler: loading)
  .subscribe(onNext: { name in print("shows \(name)") }, onDisposed: { done.signal() })
done.wait()
