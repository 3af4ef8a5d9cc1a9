import Foundation
import RxSwift

_ = Observable<String>.create { observer in
  Thread.sleep(forTimeInterval: 0.3)  // stands for a slow answer
  observer.onNext("Ada")
  observer.onCompleted()
  return Disposables.create()
}
  .observe(on: MainScheduler.instance)
  .subscribe(onNext: { name in print("show \(name)") })
