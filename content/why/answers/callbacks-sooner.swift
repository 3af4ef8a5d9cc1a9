import Dispatch

let main = VirtualQueue()
var pause: DispatchWorkItem?
var request: DispatchWorkItem?
var newest = 0

func typed(_ word: String) {
  pause?.cancel()
  newest += 1
  let number = newest
  let work = DispatchWorkItem {
    request?.cancel()
    show("searching for \(word)…")
    request = search(word) { answer in
      guard number == newest else { return }
      switch answer {
      case .success(let list): show(list)
      case .failure(let error): show("\(error)")
      }
    }
  }
  pause = work
  main.asyncAfter(300, execute: work)
}

func show(_ text: String) { print("\(main.seconds): \(text)") }

let user = [
  (0, "s"), (100, "sw"), (200, "swi"), (900, "swift"), (2000, "rx"),
  (3000, "rxswift"),
]
for (time, word) in user {
  main.asyncAfter(time, execute: DispatchWorkItem { typed(word) })
}
main.run()

struct Offline: Error {}

/// A server in the program: it takes its time, and fails for one word.
func search(_ word: String, then answer: @escaping (Result<String, any Error>) -> Void) -> DispatchWorkItem {
  let milliseconds = ["swi": 600, "swift": 200, "rx": 300, "rxswift": 200][word]!
  let work = DispatchWorkItem {
    answer(word == "rx" ? .failure(Offline()) : .success("results for \(word)"))
  }
  main.asyncAfter(milliseconds, execute: work)
  return work
}

/// Takes the place of `DispatchQueue.main`. Its clock jumps to the next work, so that every run is the same.
final class VirtualQueue {
  private var now = 0
  private var waiting: [(time: Int, work: DispatchWorkItem)] = []

  var seconds: Double { Double(now) / 1000 }

  func asyncAfter(_ milliseconds: Int, execute work: DispatchWorkItem) {
    let time = now + milliseconds
    waiting.insert((time, work), at: waiting.firstIndex { $0.time > time } ?? waiting.endIndex)
  }

  func run() {
    while !waiting.isEmpty {
      let next = waiting.removeFirst()
      now = next.time
      next.work.perform()
    }
  }
}
