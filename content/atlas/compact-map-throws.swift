import RxSwift
import RxTest

let given = MarbleArguments("-1-x-3-|")
let scheduler = TestScheduler(initialClock: 0)
let texts = scheduler.createHotObservable(marbles: given[0], from: 0)

let observer = scheduler.start(subscription: given.subscription, from: 0) {
  texts.compactMap { text in
    guard text != "x" else { throw MarbleFailure() }
    return Int(text)
  }
}
print(observer.marbles)
