import RxSwift
import RxTest

// A tick is a tenth of a second.
let scheduler = TestScheduler(initialClock: 0, resolution: 0.1)

func load(_ name: String, milliseconds: Int) {
  let answer = Observable.just("shows the \(name)")
    .delaySubscription(.milliseconds(milliseconds), scheduler: scheduler)
    .share()
  let spinner = Observable.just("shows a spinner")
    .delaySubscription(.milliseconds(300), scheduler: scheduler)
    .take(until: answer)
  _ = Observable.merge(answer, spinner)
    .subscribe(onNext: { print("\(scheduler.clock): \($0)") })
  scheduler.start()
}

load("list", milliseconds: 200)
load("map", milliseconds: 900)
