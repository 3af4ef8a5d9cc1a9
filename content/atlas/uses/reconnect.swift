import RxSwift
import RxTest

struct ConnectionLost: Error {}

let scheduler = TestScheduler(initialClock: 0)
let socket = scheduler.createColdObservable([
  .next(2, "hello"), .next(4, "news"), .error(5, ConnectionLost()),
])

let chat = socket.do(onSubscribe: { print("second \(scheduler.clock): connects") })
  .retry()
  .subscribe(onNext: { print("second \(scheduler.clock): \($0)") })

scheduler.scheduleAt(12) {
  chat.dispose()
  print("second 12: the chat is closed")
}
scheduler.start()
