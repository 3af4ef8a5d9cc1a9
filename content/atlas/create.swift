import RxSwift
import RxTest

let given = MarbleArguments()
let scheduler = TestScheduler(initialClock: 0)
let letters = Observable<String>.create { observer in
  observer.onNext("a")
  scheduler.scheduleAt(3) {
    observer.onNext("b")
    observer.onCompleted()
  }
  return Disposables.create { print("let go in tick \(scheduler.clock)") }
}

let observer = scheduler.start(subscription: given.subscription, from: 0) {
  letters
}
print(observer.marbles)
