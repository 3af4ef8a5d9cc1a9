let clock = VirtualClock()
var request: Task<Void, Never>?

@MainActor func typed(_ word: String) {
  request?.cancel()
  request = Task {
    do {
      try await clock.sleep(300)
      show("searching for \(word)…")
      show(try await search(word))
    } catch {
      show("\(error)")
    }
  }
}

@MainActor func show(_ text: String) { print("\(clock.seconds): \(text)") }

let user = [
  (0, "s"), (100, "sw"), (200, "swi"), (900, "swift"), (2000, "rx"),
  (3000, "rxswift"),
]
for (time, word) in user { clock.at(time) { typed(word) } }
await clock.run()

struct Offline: Error {}

/// A server in the program: it takes its time, and fails for one word.
@MainActor func search(_ word: String) async throws -> String {
  try await clock.sleep(["swi": 1000, "swift": 200, "rx": 300, "rxswift": 200][word]!)
  if word == "rx" { throw Offline() }
  return "results for \(word)"
}

/// Takes the place of `ContinuousClock`. It jumps to the next work, so that every run is the same.
@MainActor final class VirtualClock {
  private var now = 0
  private var waiting: [(time: Int, work: () -> Void)] = []

  nonisolated init() {}

  var seconds: Double { Double(now) / 1000 }

  func at(_ time: Int, _ work: @escaping () -> Void) {
    waiting.insert((time, work), at: waiting.firstIndex { $0.time > time } ?? waiting.endIndex)
  }

  /// Throws `CancellationError` as soon as the task is cancelled, as `Task.sleep` does.
  func sleep(_ milliseconds: Int) async throws {
    let sleeper = Sleeper()
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        sleeper.continuation = continuation
        if Task.isCancelled { sleeper.wake() }
        at(now + milliseconds) { sleeper.wake() }
      }
    } onCancel: {
      MainActor.assumeIsolated { sleeper.wake() }
    }
    try Task.checkCancellation()
  }

  func run() async {
    while !waiting.isEmpty {
      let next = waiting.removeFirst()
      now = next.time
      next.work()
      // The tasks that now can go on all wait for the main actor; each has its turn before the clock jumps again.
      for _ in 0..<10 { await Task.yield() }
    }
  }
}

@MainActor final class Sleeper {
  var continuation: CheckedContinuation<Void, Never>?

  nonisolated init() {}

  func wake() {
    continuation?.resume()
    continuation = nil
  }
}
