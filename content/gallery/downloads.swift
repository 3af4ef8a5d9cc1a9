import Foundation
import RxSwift

let downloaded = PublishSubject<Int>()
let isCounting = DispatchSemaphore(value: 0)
let otherIsDone = DispatchSemaphore(value: 0)
let bag = DisposeBag()

downloaded
  .scan(0) { count, files in
    // The first thread stops here, so that what happens once a week happens in each run.
    if files == 1 {
      isCounting.signal()
      otherIsDone.wait()
    }
    return count + files
  }
  .subscribe(onNext: { print("\($0) files") })
  .disposed(by: bag)

Thread.detachNewThread {
  isCounting.wait()
  downloaded.onNext(2)
  otherIsDone.signal()
}
downloaded.onNext(1)
