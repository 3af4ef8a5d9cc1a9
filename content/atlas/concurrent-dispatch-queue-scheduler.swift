import Foundation
import RxSwift

let pool = DispatchQueue(label: "pool", attributes: .concurrent)
let scheduler = ConcurrentDispatchQueueScheduler(queue: pool)
let hasBegun = DispatchSemaphore(value: 0)
let mayEnd = DispatchSemaphore(value: 0)

let first = scheduler.schedule("first") { name in
  print("\(name) begins")
  hasBegun.signal()
  mayEnd.wait()
  print("\(name) ends")
  return Disposables.create()
}
hasBegun.wait()
let second = scheduler.schedule("second") { name in
  print("\(name) runs meanwhile")
  mayEnd.signal()
  return Disposables.create()
}
pool.sync(flags: .barrier) {}
print("both have run")
