import RxSwift
import RxTest

let given = MarbleArguments("-123--4---5|")
let scheduler = TestScheduler(initialClock: 0)
let numbers = scheduler.createHotObservable(marbles: given[0], from: 0)
var windows: [TestableObserver<String>] = []

let observer = scheduler.start(subscription: given.subscription, from: 0) {
  numbers.window(timeSpan: .seconds(4), count: 3, scheduler: scheduler).do(onNext: { window in
    let observer = scheduler.createObserver(String.self)
    windows.append(observer)
    _ = window.subscribe(observer)
  })
}
for window in windows { print(window.events.marbles()) }
