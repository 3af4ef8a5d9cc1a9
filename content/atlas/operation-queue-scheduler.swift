import Foundation
import RxSwift

let queue = OperationQueue()
queue.maxConcurrentOperationCount = 1
queue.isSuspended = true
let normal = OperationQueueScheduler(operationQueue: queue)
let urgent = OperationQueueScheduler(operationQueue: queue, queuePriority: .high)

func send(_ mail: String, on scheduler: OperationQueueScheduler) -> any Disposable {
  scheduler.schedule(mail) { mail in
    print("sends the \(mail)")
    return Disposables.create()
  }
}

let letter = send("letter", on: normal)
let draft = send("draft", on: normal)
let alarm = send("alarm", on: urgent)
draft.dispose()

print("\(queue.operationCount) operations wait")
queue.isSuspended = false
queue.waitUntilAllOperationsAreFinished()
