import Foundation
import RxSwift

let background = SerialDispatchQueueScheduler(qos: .utility, internalSerialQueueName: "background")
let isOver = DispatchSemaphore(value: 0)

_ = Observable.just("Ada")
  .observe(on: MainScheduler.instance)
  .delay(.milliseconds(20), scheduler: background)
  .subscribe(
    onNext: { name in print("show \(name), on the main thread: \(Thread.isMainThread)") },
    onDisposed: { isOver.signal() })
isOver.wait()
