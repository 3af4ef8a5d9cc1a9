import RxSwift
import RxTest

let given = MarbleArguments("-a-b-A-B-|")
let scheduler = TestScheduler(initialClock: 0)
let letters = scheduler.createHotObservable(marbles: given[0], from: 0)
var groups: [(key: String, observer: TestableObserver<String>)] = []

let observer = scheduler.start(subscription: given.subscription, from: 0) {
  letters.groupBy { $0.lowercased() }.do(onNext: { group in
    let observer = scheduler.createObserver(String.self)
    groups.append((group.key, observer))
    _ = group.subscribe(observer)
  })
}
for group in groups { print(group.key, group.observer.events.marbles()) }
