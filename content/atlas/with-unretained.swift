import RxSwift
import RxTest

final class Screen { let name = "Home" }

let given = MarbleArguments("-1-2-3-|")
let scheduler = TestScheduler(initialClock: 0)
let numbers = scheduler.createHotObservable(marbles: given[0], from: 0)
var screen: Screen? = Screen()
scheduler.scheduleAt(4) { screen = nil }

let observer = scheduler.start(subscription: given.subscription, from: 0) {
  numbers.withUnretained(screen!) { "\($0.name) \($1)" }
}
print(observer.marbles)
