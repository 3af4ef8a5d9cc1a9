import Foundation
import RxSwift

final class NoteStore {
  private let queue = SerialDispatchQueueScheduler(qos: .utility)
  private var notes: [String] = []  // only actions of `queue` touch it

  func add(_ note: String) -> Single<String> {
    Single.deferred {
      self.notes.append(note)
      return .just("\(self.notes.count). \(note)")
    }
    .subscribe(on: queue)
  }
}

let store = NoteStore()
_ = Single.zip(["Buy bread", "Call Ada", "Water the plants"].map(store.add))
  .observe(on: MainScheduler.instance)
  .subscribe(
    onSuccess: { lines in print(lines.joined(separator: "\n")) },
    onDisposed: { exit(0) })
// An app has a run loop of its own; this program waits for the main queue's work.
RunLoop.main.run(until: Date(timeIntervalSinceNow: 60))
