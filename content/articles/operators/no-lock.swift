import Dispatch
import Foundation
import RxSwift

let numbers = PublishSubject<Int>()
let secondIsInside = DispatchSemaphore(value: 0)
let secondHasReturned = DispatchSemaphore(value: 0)

_ = numbers.subscribe(onNext: { number in
  guard number == 1 else { return _ = secondIsInside.signal() }
  Thread.detachNewThread {
    numbers.onNext(2)
    secondHasReturned.signal()
  }
  let hadToWait = secondIsInside.wait(timeout: .now() + .seconds(10)) == .timedOut
  print(hadToWait ? "2 had to wait for 1" : "2 came in while 1 was inside")
})

numbers.onNext(1)
secondHasReturned.wait()
