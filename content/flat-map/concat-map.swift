import RxSwift
import RxTest

let given = MarbleArguments("-A--B-|", "--1---2|", "-7---8|")
let clock = TestScheduler(initialClock: 0)
let requests = clock.createHotObservable(marbles: given[0], from: 0)
let a = clock.createColdObservable(marbles: given[1])
let b = clock.createColdObservable(marbles: given[2])
let answers = ["A": a, "B": b]

_ = requests
  .concatMap { name in answers[name]! }
  .subscribe(
    onNext: { part in print("\(clock.clock): \(part)") },
    onError: { error in print("\(clock.clock): \(error)") },
    onCompleted: { print("\(clock.clock): done") })

clock.start()
