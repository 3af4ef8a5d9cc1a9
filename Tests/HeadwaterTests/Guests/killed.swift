// Eight threads that send for ever, and say in a file how many of their elements went through. It is to be killed.
import Foundation
import RxSwift

if CommandLine.arguments.count == 1 {
  print(Bundle.main.executablePath!)
  exit(0)
}
let progress = open(CommandLine.arguments[1], O_RDWR)

func send(_ thread: Int) {
  let subject = PublishSubject<String>()
  _ = subject.map { $0 + "!" }.filter { _ in true }.subscribe(onNext: { text in
    var count = Int64(text.split(separator: " ")[1])! + 1
    pwrite(progress, &count, 8, off_t(8 * thread))
  })
  for number in 0... { subject.onNext("t\(thread) \(number) ".padding(toLength: 57, withPad: "x", startingAt: 0)) }
}

for thread in 1..<8 { Thread.detachNewThread { send(thread) } }
send(0)
