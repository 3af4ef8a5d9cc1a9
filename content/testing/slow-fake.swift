import RxSwift
import RxTest

/// The bug: it has to be `flatMapLatest`.
func search(_ words: Observable<String>, _ server: @escaping (String) -> Observable<String>) -> Observable<String> {
  words.flatMap(server)
}

let scheduler = TestScheduler(initialClock: 0)
let words = scheduler.createHotObservable([.next(210, "swi"), .next(220, "swift")])
let answers = [
  "swi": scheduler.createColdObservable([.next(50, "results for swi"), .completed(50)]),
  "swift": scheduler.createColdObservable([.next(5, "results for swift"), .completed(5)]),
]

let observer = scheduler.start { search(words.asObservable()) { answers[$0]!.asObservable() } }
expect(observer.events == [.next(225, "results for swift")])
expect(answers["swi"]!.subscriptions == [Subscription(210, 220)])

func expect(_ isRight: Bool, line: Int = #line) {
  print(isRight ? "line \(line): as expected" : "line \(line): FAILS")
}
