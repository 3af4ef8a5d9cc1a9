import Foundation
import RxCocoa
import RxSwift

let service = DispatchQueue(label: "service")
let names = PublishSubject<String>()
let states = PublishSubject<String>()

_ = names
  .asDriver(onErrorJustReturn: "nobody")
  .drive(onNext: { name in print("the name: \(name)") })

_ = states
  .asDriver(onErrorJustReturn: "failed")
  .drive(onNext: { state in print("the state: \(state)") })

let hasSent = DispatchSemaphore(value: 0)
service.async {
  names.onNext("Ada")
  hasSent.signal()
}
hasSent.wait()
states.onNext("loaded")

// One turn of the run loop, which an app's main thread comes back to by itself.
_ = RunLoop.main.run(mode: .default, before: Date())
