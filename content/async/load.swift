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

var tasks: [Task<Void, Never>] = []

func results(for word: String) -> Single<String> {
  Single.create { single in
    let task = Task { @MainActor in
      do {
        single(.success(try await server.search(word)))
      } catch {
        print("\(word): \(error)")
        single(.failure(error))
      }
    }
    tasks.append(task)
    return Disposables.create { task.cancel() }
  }
}

let words = PublishSubject<String>()
let subscription = words
  .flatMapLatest { word in results(for: word) }
  .subscribe(onNext: { print($0) })

words.onNext("swi")
await server.isAsked(for: "swi")
words.onNext("swift")
await server.isAsked(for: "swift")
server.answer("swi")
await tasks[0].value
server.answer("swift")
await tasks[1].value
