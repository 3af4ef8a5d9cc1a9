import Foundation
import RxSwift

let news = ReplaySubject<String>.create(bufferSize: 1)
news.onNext("rain")

let sent = DispatchSemaphore(value: 0)
_ = news.subscribe(onNext: { text in
  print("Bob begins \(text)")
  if text == "rain" {
    Thread.detachNewThread {
      news.onNext("sun")
      sent.signal()
    }
    sent.wait()
    print("sun has been sent")
  }
  print("Bob ends \(text)")
})
