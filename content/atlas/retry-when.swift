import RxSwift
import RxTest

let given = MarbleArguments("-1-#")
let scheduler = TestScheduler(initialClock: 0)
let numbers = scheduler.createColdObservable(marbles: given[0])

let observer = scheduler.start(subscription: given.subscription, from: 0) {
  numbers.retry { errors in
    errors.enumerated().flatMap { failure -> Observable<Int> in
      guard failure.index < 2 else { return .error(failure.element) }
      return .timer(.seconds(failure.index + 1), scheduler: scheduler)
    }
  }
}
print(observer.marbles)
print(numbers.subscriptionMarbles(from: 0))
