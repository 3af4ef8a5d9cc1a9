import RxSwift
import RxTest

let given = MarbleArguments()
let scheduler = TestScheduler(initialClock: 0)
let answer = Maybe<String>.create { maybe in
  scheduler.scheduleRelative((), dueTime: .seconds(2)) {
    maybe(.completed)
    return Disposables.create()
  }
}

let observer = scheduler.start(subscription: given.subscription, from: 0) { answer }
print(observer.marbles)
