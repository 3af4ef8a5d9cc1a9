import Foundation
import RxSwift

let service = DispatchQueue(label: "service")
service.suspend()
let loading = SerialDispatchQueueScheduler(queue: service, internalSerialQueueName: "service")

_ = Observable<String>.create { observer in
  print("loading")
  observer.onNext("Ada")
  return Disposables.create()
}
  .subscribe(on: loading)
  .subscribe(onNext: { name in print("shows \(name)") })
print("subscribed")

service.resume()
service.sync {}
