import RxSwift
import RxTest

/// A word of one letter must not be sent to the server.
func search(_ words: Observable<String>, _ server: @escaping (String) -> Observable<String>) -> Observable<String> {
  words.filter { $0.count > 1 }.flatMapLatest(server)
}

func requests(for word: String, from time: Int) -> Int {
  let scheduler = TestScheduler(initialClock: 0)
  let words = scheduler.createHotObservable([.next(time, word)])
  var requests = 0
  _ = scheduler.start { search(words.asObservable()) { word in requests += 1; return .just(word) } }
  return requests
}

expect(requests(for: "s", from: 1) == 0)
expect(requests(for: "swift", from: 1) == 1)
expect(requests(for: "s", from: 201) == 0)
expect(requests(for: "swift", from: 201) == 1)

func expect(_ isRight: Bool, line: Int = #line) {
  print(isRight ? "line \(line): as expected" : "line \(line): FAILS")
}
