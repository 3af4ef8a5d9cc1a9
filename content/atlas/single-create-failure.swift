import RxSwift
import RxTest

let given = MarbleArguments()
let scheduler = TestScheduler(initialClock: 0)
let answer = Single<String>.create { single in
  scheduler.scheduleRelative((), dueTime: .seconds(2)) {
    single(.failure(RxError.unknown))
    return Disposables.create()
  }
}

let observer = scheduler.start(subscription: given.subscription, from: 0) { answer }
print(observer.events)
