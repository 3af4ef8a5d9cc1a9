import RxSwift
import RxTest

let given = MarbleArguments("-1-2-|")
let scheduler = TestScheduler(initialClock: 0)
let numbers = scheduler.createHotObservable(marbles: given[0], from: 0)

let observer = scheduler.start(subscription: given.subscription, from: 0) {
  numbers.do(
    onNext: { print("element", $0) }, onError: { print("error", $0) }, onCompleted: { print("end") },
    onSubscribe: { print("subscribing") }, onDispose: { print("disposed of") })
}
print(observer.marbles)
