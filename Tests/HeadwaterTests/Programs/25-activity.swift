import Foundation
import Rx
import RxCocoa

let activity = ActivityIndicator()
let disposeBag = DisposeBag()
activity.asDriver().drive(onNext: { print("loading:", $0) }).disposed(by: disposeBag)

let request = PublishSubject<Int>()
request.asObservable().trackActivity(activity)
  .subscribe(onNext: { print("answer", $0) })
  .disposed(by: disposeBag)
request.onNext(1)
request.onCompleted()
for _ in 0..<5 { RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.01)) }
