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
    temperature.onNext(19)  // has to wait until this closure has returned
    hasSent.signal()
  }
  aboutToSend.wait()
  let waited = hasSent.wait(timeout: .now() + .milliseconds(300)) == .timedOut
  print("\(degrees) °C; the other thread \(waited ? "waits" : "did not wait")")
})

temperature.onNext(18)
clock.onNext("9:00")
hasSent.wait()
clock.onNext("10:00")
