import Foundation
import RxSwift

let readings = PublishSubject<Int>()
let isInside = DispatchSemaphore(value: 0)
let otherHasSent = DispatchSemaphore(value: 0)

_ = readings.map { reading in
  // The main thread stops here until the other one has sent: what happens once in a thousand runs happens in each.
  if reading == 1 {
    isInside.signal()
    otherHasSent.wait()
  }
  return reading * 10
}.subscribe(onNext: { print("ten times \($0)") })

Thread.detachNewThread {
  isInside.wait()
  readings.onNext(10)
  otherHasSent.signal()
}
readings.onNext(1)
