import Foundation
import RxSwift

let service = DispatchQueue(label: "service")
service.suspend()
let loading = SerialDispatchQueueScheduler(queue: service, internalSerialQueueName: "service")

let request = loading.schedule("Ada") { name in
  print("loads \(name)")
  return Disposables.create()
}
request.dispose()
service.resume()
service.sync {}
print("nothing was loaded")
