// Four threads that send for ever, until the program exits in the middle of that.
import Foundation
import RxSwift

if CommandLine.arguments.count == 1 {
  print(Bundle.main.executablePath!)
  exit(0)
}
let begun = DispatchSemaphore(value: 0)
for _ in 0..<4 {
  Thread.detachNewThread {
    let subject = PublishSubject<String>()
    _ = subject.map { $0 + "!" }.filter { _ in true }.subscribe(onNext: { _ in })
    subject.onNext("first")
    begun.signal()
    for number in 0... { subject.onNext("\(number)") }
  }
}
for _ in 0..<4 { begun.wait() }
exit(0)
