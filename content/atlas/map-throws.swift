import RxSwift
import RxTest

let given = MarbleArguments("-1-x-3-|")
let scheduler = TestScheduler(initialClock: 0)
let numbers = scheduler.createHotObservable(marbles: given[0], from: 0)

let observer = scheduler.start(subscription: given.subscription, from: 0) {
  numbers.map { text in
    guard let number = Int(text) else { throw MarbleFailure() }
    return number * 10
  }
}
print(observer.marbles)
