import Foundation
import RxSwift

let queue = OperationQueue()
queue.maxConcurrentOperationCount = 1
let pictures = OperationQueueScheduler(operationQueue: queue)

func picture(_ name: String) -> Observable<String> {
  Observable.deferred { .just("the picture of \(name)") }.subscribe(on: pictures)
}

print("the list begins to scroll")
queue.isSuspended = true
let ada = picture("Ada").subscribe(onNext: { print("shows \($0)") })
let bob = picture("Bob").subscribe(onNext: { print("shows \($0)") })
ada.dispose()
print("the list stands still")
queue.isSuspended = false
queue.waitUntilAllOperationsAreFinished()
