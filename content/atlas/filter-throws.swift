import RxSwift
import RxTest

let given = MarbleArguments("-1-3-x-4-|")
let scheduler = TestScheduler(initialClock: 0)
let numbers = scheduler.createHotObservable(marbles: given[0], from: 0)

let observer = scheduler.start(subscription: given.subscription, from: 0) {
  numbers.filter { text in
    guard let number = Int(text) else { throw MarbleFailure() }
    return number > 2
  }
}
print(observer.marbles)
