import RxSwift
import RxTest

let given = MarbleArguments("-1-2-|")
let scheduler = TestScheduler(initialClock: 0)
let numbers = scheduler.createHotObservable(marbles: given[0], from: 0)

let subscription = numbers.subscribe { event in print("\(event) at \(scheduler.clock)") }
scheduler.start()
