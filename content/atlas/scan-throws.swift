import RxSwift
import RxTest

let given = MarbleArguments("-1-x-3-|")
let scheduler = TestScheduler(initialClock: 0)
let texts = scheduler.createHotObservable(marbles: given[0], from: 0)

let observer = scheduler.start(subscription: given.subscription, from: 0) {
  texts.scan(0) { sum, text in
    guard let number = Int(text) else { throw MarbleFailure() }
    return sum + number
  }
}
print(observer.marbles)
