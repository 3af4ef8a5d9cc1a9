import RxSwift
import RxTest

/// The bug: it ignores the scheduler that it is given.
func search(_ words: Observable<String>, _ scheduler: any SchedulerType) -> Observable<String> {
  words.debounce(.seconds(3), scheduler: MainScheduler.instance).map { "results for \($0)" }
}

let scheduler = TestScheduler(initialClock: 0)
let words = scheduler.createHotObservable(marbles: "-a------", values: ["a": "swift"], from: 200)

let observer = scheduler.start { search(words.asObservable(), scheduler) }
expect(observer.events == [.next(204, "results for swift")])

func expect(_ isRight: Bool, line: Int = #line) {
  print(isRight ? "line \(line): as expected" : "line \(line): FAILS")
}
