import RxSwift
import RxTest

let given = MarbleArguments("--(1|)", "----(a|)")
let scheduler = TestScheduler(initialClock: 0)
let number = scheduler.createColdObservable(marbles: given[0]).asMaybe()
let letter = scheduler.createColdObservable(marbles: given[1]).asMaybe()

let observer = scheduler.start(subscription: given.subscription, from: 0) {
  Maybe.zip(number, letter) { $0 + $1 }
}
print(observer.marbles)
