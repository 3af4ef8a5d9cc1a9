import Dispatch
import Synchronization

/// Work on all processors at once.
enum Parallel {
  /// The results in the order of the items, however the work was shared out.
  static func map<Item: Sendable, Result: Sendable>(
    _ items: [Item], _ transform: @Sendable (Item) -> Result
  ) -> [Result] {
    let results = Mutex<[Result?]>(Array(repeating: nil, count: items.count))
    DispatchQueue.concurrentPerform(iterations: items.count) { position in
      let result = transform(items[position])
      results.withLock { $0[position] = result }
    }
    return results.withLock { $0.compactMap { $0 } }
  }
}
