import RxSwift
import RxTest

let given = MarbleArguments("---|", "-(a|)")
let scheduler = TestScheduler(initialClock: 0)
let number = scheduler.createColdObservable(marbles: given[0]).asMaybe()
let letter = scheduler.createColdObservable(marbles: given[1]).asSingle()

let observer = scheduler.start(subscription: given.subscription, from: 0) {
  number.ifEmpty(switchTo: letter)
}
print(observer.marbles)
