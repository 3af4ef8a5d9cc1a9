import Foundation
import RxSwift

/// It takes 0.3 seconds.
func decode(_ file: String) -> String {
  Thread.sleep(forTimeInterval: 0.3)
  return "the picture in \(file)"
}

let files = PublishSubject<String>()
let queue = DispatchQueue(label: "decoding")
let decoding = SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "decoding")

let subscription = files
  .observe(on: decoding)
  .map { file in decode(file) }
  .observe(on: MainScheduler.instance)
  .subscribe(onNext: { print("shows \($0)") })

files.onNext("ada.png")
queue.sync {}
_ = RunLoop.main.run(mode: .default, before: Date())
