import RxSwift
import RxTest

let given = MarbleArguments("-1---2-|", "---a---b-|")
let scheduler = TestScheduler(initialClock: 0)
let numbers = scheduler.createHotObservable(marbles: given[0], from: 0)
let letters = scheduler.createHotObservable(marbles: given[1], from: 0)

let observer = scheduler.start(subscription: given.subscription, from: 0) {
  Observable.combineLatest(numbers, letters) { number, letter -> String in
    guard number == "1" else { throw RxError.argumentOutOfRange }
    return number + letter
  }
}
print(observer.marbles)
print(letters.subscriptionMarbles(from: 0))
