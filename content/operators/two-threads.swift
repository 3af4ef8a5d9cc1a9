import Dispatch
import Foundation
import RxSwift

let temperature = PublishSubject<Int>()
let clock = PublishSubject<String>()
let aboutToSend = DispatchSemaphore(value: 0)
let hasSent = DispatchSemaphore(value: 0)

_ = temperature.sample(clock).subscribe(onNext: { degrees in
  guard degrees == 18 else { return print("\(degrees) °C") }
  Thread.detachNewThread {
    aboutToSend.signal()
    temperature.onNext(19)  // is kept for the next stroke, while this closure is still at work
    hasSent.signal()
  }
  aboutToSend.wait()
  let waited = hasSent.wait(timeout: .now() + .seconds(10)) == .timedOut
  print("\(degrees) °C; the other thread \(waited ? "waits" : "goes on")")
})

temperature.onNext(18)
clock.onNext("9:00")
clock.onNext("10:00")
