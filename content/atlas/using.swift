import RxSwift
import RxTest

final class Resource: Disposable {
  init() { print("made") }
  func dispose() { print("freed") }
}

let given = MarbleArguments("-1-2-|")
let scheduler = TestScheduler(initialClock: 0)
let numbers = scheduler.createHotObservable(marbles: given[0], from: 0)

let observer = scheduler.start(subscription: given.subscription, from: 0) {
  Observable.using({ Resource() }, observableFactory: { (_: Resource) in numbers })
}
print(observer.marbles)
