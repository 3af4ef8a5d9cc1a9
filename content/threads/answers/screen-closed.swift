import Foundation
import RxSwift

let service = DispatchQueue(label: "service", qos: .userInitiated)
service.suspend()
let loading = SerialDispatchQueueScheduler(queue: service, internalSerialQueueName: "service")

let profile = Observable<String>.create { observer in
  report("load the profile")
  observer.onNext("Ada")
  observer.onCompleted()
  return Disposables.create()
}

let subscription = profile
  .subscribe(on: loading)
  .observe(on: MainScheduler.instance)
  .subscribe(onNext: { name in report("show \(name)") }, onDisposed: { report("disposed") })
report("the screen is there")

service.resume()
service.sync {}
subscription.dispose()
report("back to the run loop")
mainQueueWorks()

/// Says on which thread something happens. `Thread.current` would be printed with an address, another in each run.
func report(_ event: String) {
  print(Thread.isMainThread ? "main thread:" : "another thread:", event)
}

/// Runs what is on the main queue, as the run loop of an app does whenever the main thread comes back to it.
func mainQueueWorks() {
  _ = RunLoop.main.run(mode: .default, before: Date())
}
