import Foundation
import RxSwift

let downloaded = PublishSubject<Int>()
let queue = DispatchQueue(label: "counting")
let otherIsDone = DispatchSemaphore(value: 0)
let bag = DisposeBag()

downloaded
  .observe(on: SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "counting"))
  .scan(0) { count, files in count + files }
  .subscribe(onNext: { print("\($0) files") })
  .disposed(by: bag)

Thread.detachNewThread {
  downloaded.onNext(2)
  otherIsDone.signal()
}
otherIsDone.wait()
downloaded.onNext(1)
queue.sync {}
