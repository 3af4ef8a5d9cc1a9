import RxSwift
import RxTest

let given = MarbleArguments("-1-2-3-|")
let scheduler = TestScheduler(initialClock: 0)
let numbers = scheduler.createColdObservable(marbles: given[0])

let observer = scheduler.start(subscription: given.subscription, from: 0) {
  numbers.multicast({ PublishSubject<String>() }) { shared in
    Observable.zip(shared, shared.skip(1)) { $0 + $1 }
  }
}
print(observer.marbles)
print(numbers.subscriptionMarbles(from: 0))
