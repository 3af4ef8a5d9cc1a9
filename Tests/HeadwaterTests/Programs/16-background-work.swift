import Foundation
import RxSwift

let disposeBag = DisposeBag()
let background = ConcurrentDispatchQueueScheduler(qos: .background)

Observable<Int>.create { observer in
  print("working on main:", Thread.isMainThread)
  observer.onNext(42)
  observer.onCompleted()
  return Disposables.create()
}
.subscribe(on: background)
.observe(on: MainScheduler.instance)
.subscribe(
  onNext: { print("got", $0, "on main:", Thread.isMainThread) },
  onCompleted: { exit(0) }
)
.disposed(by: disposeBag)
RunLoop.main.run()
