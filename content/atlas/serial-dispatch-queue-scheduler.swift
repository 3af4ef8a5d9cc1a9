import Foundation
import RxSwift

let kitchen = DispatchQueue(label: "kitchen")
kitchen.suspend()
let orders = SerialDispatchQueueScheduler(queue: kitchen, internalSerialQueueName: "orders")
let done = DispatchSemaphore(value: 0)

let subscription = Observable.of("soup", "fish", "cake")
  .observe(on: orders)
  .subscribe(onNext: { print("cooks \($0)") }, onDisposed: { done.signal() })

print("ordered, and nothing is cooked yet")
kitchen.resume()
done.wait()
kitchen.sync {}
print("all is cooked, in order")
