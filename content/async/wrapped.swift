import RxSwift

/// An `async` function, as any library has one. It waits until the program lets it answer.
@MainActor final class Server {
  private var waiting: [String: CheckedContinuation<Void, Never>] = [:]

  func search(_ word: String) async throws -> String {
    print("asked for \(word)")
    await withCheckedContinuation { waiting[word] = $0 }
    try Task.checkCancellation()
    return "results for \(word)"
  }

  func isAsked(for word: String) async {
    while waiting[word] == nil { await Task.yield() }
  }

  func answer(_ word: String) { waiting.removeValue(forKey: word)?.resume() }
}

let server = Server()

func results(for word: String) -> Single<String> {
  Single.create { try await server.search(word) }
}

var isShown = false
let words = PublishSubject<String>()
let subscription = words
  .flatMapLatest { word in results(for: word) }
  .observe(on: MainScheduler.instance)
  .subscribe(onNext: { results in
    print(results)
    isShown = true
  })

words.onNext("swift")
await server.isAsked(for: "swift")
server.answer("swift")
while !isShown { await Task.yield() }
