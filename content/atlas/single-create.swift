import RxSwift
import RxTest

let given = MarbleArguments()
let scheduler = TestScheduler(initialClock: 0)
let answer = Single<String>.create { single in
  scheduler.scheduleRelative((), dueTime: .seconds(2)) {
    single(.success("1"))
    single(.success("2"))
    return Disposables.create()
  }
}

let observer = scheduler.start(subscription: given.subscription, from: 0) { answer }
print(observer.marbles)
