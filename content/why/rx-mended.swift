import RxSwift
import RxTest

let clock = TestScheduler(initialClock: 0, resolution: 0.001)
let words = PublishSubject<String>()

_ = words
  .debounce(.milliseconds(300), scheduler: clock)
  .flatMapLatest { word in
    search(word)
      .startWith("searching for \(word)…")
      .catch { error in .just("\(error)") }
  }
  .subscribe(onNext: { text in show(text) })

func show(_ text: String) { print("\(Double(clock.clock) / 1000): \(text)") }

let user = [
  (0, "s"), (100, "sw"), (200, "swi"), (900, "swift"), (2000, "rx"),
  (3000, "rxswift"),
]
for (time, word) in user { clock.scheduleAt(time) { words.onNext(word) } }
clock.start()

struct Offline: Error {}

/// A server in the program: it takes its time, and fails for one word.
func search(_ word: String) -> Observable<String> {
  let milliseconds = [
    "swi": 1000, "swift": 200, "rx": 300, "rxswift": 200,
  ][word]!
  return Observable<Int>.timer(.milliseconds(milliseconds), scheduler: clock).map { _ in
    if word == "rx" { throw Offline() }
    return "results for \(word)"
  }
}
