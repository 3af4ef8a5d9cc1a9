import Foundation
import Rx

/// Elements on other threads, a subject and a shared sequence with two observers, a queue with a label.
func threads() {
  let done = DispatchSemaphore(value: 0)
  let bag = DisposeBag()
  let subject = PublishSubject<Int>()
  let shared = subject.map { $0 * 10 }.share(replay: 1)
  let queue = SerialDispatchQueueScheduler(internalSerialQueueName: "com.example.work")
  shared.observe(on: queue)
    .subscribe(onNext: { print("worker \($0)") }, onCompleted: { done.signal() })
    .disposed(by: bag)
  shared.subscribe(onNext: { print("main \($0)") }).disposed(by: bag)
  subject.onNext(1)
  let thread = Thread {
    subject.onNext(2)
    subject.onCompleted()
  }
  thread.name = "sender"
  thread.start()
  done.wait()
}
