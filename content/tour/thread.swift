import Dispatch
import RxSwift

let queue = DispatchQueue(label: "background")
queue.suspend()

_ = Observable<String>.create { observer in
  observer.onNext("Ada")
  return Disposables.create()
}
  .observe(on: SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "background"))
  .subscribe(onNext: { name in print("saving \(name)") })
print("subscribed")

queue.resume()
queue.sync {}
