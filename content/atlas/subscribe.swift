import RxSwift
import RxTest

let given = MarbleArguments("-1-2-|")
let scheduler = TestScheduler(initialClock: 0)
let numbers = scheduler.createHotObservable(marbles: given[0], from: 0)

let subscription = numbers.subscribe(
  onNext: { print("element \($0) at \(scheduler.clock)") }, onError: { print("error \($0) at \(scheduler.clock)") },
  onCompleted: { print("end at \(scheduler.clock)") }, onDisposed: { print("disposed of at \(scheduler.clock)") })
scheduler.start()
