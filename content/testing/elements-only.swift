import RxSwift
import RxTest

/// The bug: somebody wrote 30 seconds instead of 3.
func search(_ words: Observable<String>, _ scheduler: any SchedulerType) -> Observable<String> {
  words.debounce(.seconds(30), scheduler: scheduler).map { "results for \($0)" }
}

let scheduler = TestScheduler(initialClock: 0)
let words = scheduler.createHotObservable([.next(201, "s"), .next(202, "swift")])

let observer = scheduler.start { search(words.asObservable(), scheduler) }
expect(observer.elements == ["results for swift"])
expect(observer.events == [.next(205, "results for swift")])

func expect(_ isRight: Bool, line: Int = #line) {
  print(isRight ? "line \(line): as expected" : "line \(line): FAILS")
}
