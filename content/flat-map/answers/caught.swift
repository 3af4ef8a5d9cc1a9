import RxSwift
import RxTest

let given = MarbleArguments("-A--B-|", "--1-#", "-7---8|")
let clock = TestScheduler(initialClock: 0)
let requests = clock.createHotObservable(marbles: given[0], from: 0)
let answers = [
  "A": clock.createColdObservable(marbles: given[1]),
  "B": clock.createColdObservable(marbles: given[2]),
]

_ = requests
  .flatMap { name in answers[name]!.catch { _ in .empty() } }
  .subscribe(
    onNext: { part in print("\(clock.clock): \(part)") },
    onError: { error in print("\(clock.clock): \(error)") },
    onCompleted: { print("\(clock.clock): done") })

clock.start()
