import Foundation
import RxSwift

let display = DispatchQueue(label: "display")
display.suspend()
let showing = SerialDispatchQueueScheduler(queue: display, internalSerialQueueName: "display")

_ = Observable<String>.create { observer in
  print("loading")
  observer.onNext("Ada")
  return Disposables.create()
}
  .observe(on: showing)
  .subscribe(onNext: { name in print("shows \(name)") })
print("subscribed")

display.resume()
display.sync {}
