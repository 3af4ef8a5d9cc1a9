import RxSwift
import RxTest

let given = MarbleArguments("-1-#", "-2-3|", "-4-|")
let scheduler = TestScheduler(initialClock: 0)
let sources = given.inputs.map { scheduler.createColdObservable(marbles: $0).asObservable() }

let observer = scheduler.start(subscription: given.subscription, from: 0) {
  Observable.catch(sequence: sources)
}
print(observer.marbles)
