import RxSwift
import RxTest

let given = MarbleArguments()
let scheduler = TestScheduler(initialClock: 0)
let letters = Infallible<String>.create { observer in
  observer(.next("a"))
  return scheduler.scheduleRelative((), dueTime: .seconds(2)) {
    observer(.next("b"))
    observer(.completed)
    return Disposables.create()
  }
}

let observer = scheduler.start(subscription: given.subscription, from: 0) { letters }
print(observer.marbles)
