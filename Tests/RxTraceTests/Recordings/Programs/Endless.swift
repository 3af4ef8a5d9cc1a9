import Foundation
import Rx

/// Two threads send until the process is killed.
func endless() {
  let words = PublishSubject<String>()
  let numbers = PublishSubject<Int>()
  let bag = DisposeBag()
  words.map { $0 + " and a text that does not fit in a slot" }.subscribe(onNext: { _ in }).disposed(by: bag)
  numbers.subscribe(onNext: { _ in }).disposed(by: bag)
  Thread {
    while true {
      numbers.onNext(7)
      usleep(3000)
    }
  }.start()
  while true {
    words.onNext("a word")
    usleep(5000)
  }
}

/// More than the limit of the file allows.
func plenty() {
  let subject = PublishSubject<Int>()
  let subscription = subject.subscribe(onNext: { _ in })
  for number in 0..<5000 { subject.onNext(number) }
  subscription.dispose()
}
