import Foundation
import RxSwift

let service = DispatchQueue(label: "service", qos: .userInitiated)
let names = PublishSubject<String>()

_ = names
  .observe(on: MainScheduler.instance)
  .subscribe(onNext: { name in print("show \(name)") })

names.onNext("Ada")
print("onNext of Ada has returned")

let hasSent = DispatchSemaphore(value: 0)
service.async {
  names.onNext("Grace")
  hasSent.signal()
}
hasSent.wait()

names.onNext("Edsger")
print("onNext of Edsger has returned")

// One turn of the run loop, which an app's main thread comes back to by itself.
_ = RunLoop.main.run(mode: .default, before: Date())
