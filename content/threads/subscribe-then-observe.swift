import Foundation
import RxSwift

let bag = DisposeBag()

Observable<Int>.create { observer in
  print("subscribed on the main thread: \(Thread.isMainThread)")
  observer.onNext(1)
  observer.onCompleted()
  return Disposables.create()
}
  .subscribe(on: SerialDispatchQueueScheduler(qos: .background))
  .observe(on: MainScheduler.instance)
  .subscribe(
    onNext: { print("observed \($0) on the main thread: \(Thread.isMainThread)") },
    onDisposed: { DispatchQueue.main.async { exit(0) } })
  .disposed(by: bag)

// An app has a run loop of its own; a program in a terminal has to wait for the main queue's work.
RunLoop.main.run(until: Date(timeIntervalSinceNow: 5))
