import Foundation
import RxSwift

let service = DispatchQueue(label: "service")
service.suspend()
let requests = SerialDispatchQueueScheduler(queue: service, internalSerialQueueName: "requests")
let done = DispatchSemaphore(value: 0)

let subscription = Observable.of("Ada", "Grace", "Alan")
  .observe(on: requests)
  .subscribe(onNext: { print("loads \($0)") }, onDisposed: { done.signal() })

print("subscribed, and nothing is loaded yet")
service.resume()
done.wait()
service.sync {}
print("all is loaded, in order")
