import RxSwift
import RxTest

let given = MarbleArguments()
let scheduler = TestScheduler(initialClock: 0)
let letters = Observable<String>.create { observer in
  observer.onNext("a")
  observer.onCompleted()
  observer.onNext("b")
  return Disposables.create()
}

let observer = scheduler.start(subscription: given.subscription, from: 0) {
  letters
}
print(observer.marbles)
