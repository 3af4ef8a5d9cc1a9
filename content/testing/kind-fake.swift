import RxSwift
import RxTest

/// The bug: it has to be `flatMapLatest`.
func search(_ words: Observable<String>, _ server: @escaping (String) -> Observable<String>) -> Observable<String> {
  words.flatMap(server)
}

let scheduler = TestScheduler(initialClock: 0)
let words = scheduler.createHotObservable([.next(210, "swi"), .next(220, "swift")])

let observer = scheduler.start { search(words.asObservable()) { word in .just("results for \(word)") } }
expect(observer.elements == ["results for swi", "results for swift"])

func expect(_ isRight: Bool, line: Int = #line) {
  print(isRight ? "line \(line): as expected" : "line \(line): FAILS")
}
