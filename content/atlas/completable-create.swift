import RxSwift
import RxTest

let given = MarbleArguments()
let scheduler = TestScheduler(initialClock: 0)
let saved = Completable.create { completable in
  scheduler.scheduleRelative((), dueTime: .seconds(2)) {
    completable(.completed)
    return Disposables.create()
  }
}

let observer = scheduler.start(subscription: given.subscription, from: 0) { saved }
print(observer.marbles)
