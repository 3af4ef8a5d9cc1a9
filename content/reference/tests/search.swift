import RxSwift
import RxTest

let scheduler = TestScheduler(initialClock: 0)
let text = PublishSubject<String>()

func waitsUntilTheUserStopsTyping() {
  let found = text.debounce(.seconds(3), scheduler: scheduler)
  _ = found.subscribe(onNext: { print("finds", $0) })
  for (time, typed) in [(10, "r"), (11, "rx"), (20, "swift")] {
    scheduler.scheduleAt(time) { text.onNext(typed) }
  }
  scheduler.start()
}

waitsUntilTheUserStopsTyping()
