import Foundation
import RxSwift

func report(_ event: String) {
  print(Thread.isMainThread ? "main thread:" : "another thread:", event)
}

_ = Observable<Int>.create { observer in
  report("the closure of create")
  observer.onNext(1)
  observer.onCompleted()
  return Disposables.create()
}
  .observe(on: MainScheduler.instance)
  .subscribe(on: SerialDispatchQueueScheduler(qos: .background))
  .subscribe(
    onNext: { number in report("\(number)") },
    onDisposed: {
      report("disposed")
      exit(0)
    })

RunLoop.main.run()
