import Foundation
import RxSwift

let queue = OperationQueue()
queue.maxConcurrentOperationCount = 1
let done = DispatchSemaphore(value: 0)
let subject = AsyncSubject<Int>()
let disposeBag = DisposeBag()
subject
  .observe(on: OperationQueueScheduler(operationQueue: queue))
  .subscribe(onNext: { print("last:", $0) }, onCompleted: { done.signal() })
  .disposed(by: disposeBag)
for number in 1...5 { subject.onNext(number) }
subject.onCompleted()
done.wait()
