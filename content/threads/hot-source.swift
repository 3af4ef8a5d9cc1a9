import Foundation
import RxSwift

let service = DispatchQueue(label: "service")
service.suspend()
let loading = SerialDispatchQueueScheduler(queue: service, internalSerialQueueName: "service")
let names = PublishSubject<String>()

_ = names
  .subscribe(on: loading)
  .subscribe(onNext: { name in print("shows \(name), on the main thread: \(Thread.isMainThread)") })

names.onNext("too early")
service.resume()
service.sync {}
names.onNext("Ada")
