import RxSwift
import RxTest

let scheduler = TestScheduler(initialClock: 0)
let messages = scheduler.createHotObservable([
  .next(1, (from: "Ada", text: "Hello")), .next(2, (from: "Bob", text: "Lunch?")),
  .next(4, (from: "Ada", text: "Are you there?")),
  .next(6, (from: "Ada", text: "Call me")),
])

_ = messages.groupBy { $0.from }
  .flatMap { chat in
    chat.scan(0) { count, _ in count + 1 }.map { "\(chat.key): \($0) unread" }
  }
  .subscribe(onNext: { print($0) })
scheduler.start()
