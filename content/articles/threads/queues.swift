import Foundation
import RxSwift

func report(_ event: String) { print(Thread.isMainThread ? "main thread:" : "another thread:", event) }

// It rests until the program lets it work, so that the steps come in the same order in every run.
let queue = DispatchQueue(label: "service")
queue.suspend()

_ = Observable<Int>.create { observer in
  report("closure A")
  observer.onNext(1)
  observer.onCompleted()
  return Disposables.create()
}
  .observe(on: MainScheduler.instance)
  .subscribe(on: SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "service"))
  .subscribe(
    onNext: { number in report("element \(number)") },
    onDisposed: { report("disposed") })
report("subscribe has returned")

queue.resume()
queue.sync {}
queue.suspend()
_ = RunLoop.main.run(mode: .default, before: Date())  // what an app does by itself
queue.resume()
queue.sync {}
