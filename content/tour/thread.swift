import Dispatch
import RxSwift

let kitchen = DispatchQueue(label: "kitchen")
kitchen.suspend()

_ = Observable<String>.create { observer in
  observer.onNext("soup")
  return Disposables.create()
}
  .observe(on: SerialDispatchQueueScheduler(queue: kitchen, internalSerialQueueName: "kitchen"))
  .subscribe(onNext: { dish in print("cooking \(dish)") })
print("ordered")

kitchen.resume()
kitchen.sync {}
