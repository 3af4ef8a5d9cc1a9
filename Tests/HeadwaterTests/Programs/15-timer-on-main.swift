import Foundation
import RxSwift

let disposeBag = DisposeBag()
Observable<Int>.interval(.milliseconds(10), scheduler: MainScheduler.instance)
  .take(3)
  .subscribe(
    onNext: { print("tick", $0) },
    onCompleted: {
      print("done")
      exit(0)
    }
  )
  .disposed(by: disposeBag)
RunLoop.main.run()
