import RxSwift
import RxTest

struct ServerDown: Error {}

// A tick is a tenth of a second.
let scheduler = TestScheduler(initialClock: 0, resolution: 0.1)
let queries = scheduler.createHotObservable([
  .next(10, "cat"), .next(30, "car"), .next(33, "card"),
])

func search(_ query: String) -> Observable<String> {
  let answer =
    query == "cat"
    ? Observable<String>.error(ServerDown())
    : Observable.just("results for \(query)")
  return answer.delaySubscription(.milliseconds(500), scheduler: scheduler)
    .do(onDispose: { print("\(scheduler.clock): the request for \(query) is over") })
}

_ = queries.flatMapLatest { query in search(query).catchAndReturn("no connection") }
  .subscribe(onNext: { print("\(scheduler.clock): shows \($0)") })
scheduler.start()
