import RxSwift
import RxTest

let given = MarbleArguments("---|", "-a-b-|")
let scheduler = TestScheduler(initialClock: 0)
let numbers = scheduler.createHotObservable(marbles: given[0], from: 0)
let letters = scheduler.createColdObservable(marbles: given[1])

let observer = scheduler.start(subscription: given.subscription, from: 0) {
  numbers.ifEmpty(switchTo: letters)
}
print(observer.marbles)
