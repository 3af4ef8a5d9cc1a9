import Foundation
import RxSwift

let table = DispatchQueue(label: "table")
table.suspend()
let serving = SerialDispatchQueueScheduler(queue: table, internalSerialQueueName: "serving")
let done = DispatchSemaphore(value: 0)

let dishes = PublishSubject<String>()
let subscription = dishes
  .observe(on: serving)
  .subscribe(onNext: { print("eats \($0)") }, onDisposed: { done.signal() })

dishes.onNext("soup")
dishes.onNext("fish")
dishes.onCompleted()
print("all is sent, and nothing is eaten yet")
table.resume()
done.wait()
table.sync {}
