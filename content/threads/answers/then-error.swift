import Foundation
import RxSwift

struct Offline: Error {}

let display = DispatchQueue(label: "display")
display.suspend()
let showing = SerialDispatchQueueScheduler(queue: display, internalSerialQueueName: "display")

_ = Observable<String>.create { observer in
  print("loading")
  observer.onNext("Ada")
  observer.onError(Offline())
  return Disposables.create()
}
  .observe(on: showing)
  .subscribe(onNext: { name in print("shows \(name)") }, onError: { error in print("failed: \(error)") })
print("subscribed")

display.resume()
display.sync {}
