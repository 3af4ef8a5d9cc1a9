import RxSwift
import RxTest

/// A word of one letter must not be sent to the server.
func search(_ words: Observable<String>, _ server: @escaping (String) -> Observable<String>) -> Observable<String> {
  words.filter { $0.count > 1 }.flatMapLatest(server)
}

let scheduler = TestScheduler(initialClock: 0)
let words = scheduler.createHotObservable(marbles: "-s--|", from: 0)
var requests = 0

_ = scheduler.start { search(words.asObservable()) { word in requests += 1; return .just(word) } }
expect(requests == 0)

func expect(_ isRight: Bool, line: Int = #line) {
  print(isRight ? "line \(line): as expected" : "line \(line): FAILS")
}
