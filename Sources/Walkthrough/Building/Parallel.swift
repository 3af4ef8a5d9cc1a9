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

  /// The results of two pieces of work.
  static func both<First: Sendable, Second: Sendable>(
    _ first: @Sendable () throws -> First, and second: @Sendable () throws -> Second
  ) throws -> (First, Second) {
    let one = Mutex<Result<First, any Error>?>(nil)
    let other = Mutex<Result<Second, any Error>?>(nil)
    DispatchQueue.concurrentPerform(iterations: 2) { position in
      if position == 0 {
        one.withLock { $0 = Result(catching: first) }
      } else {
        other.withLock { $0 = Result(catching: second) }
      }
    }
    return (try one.withLock { try $0!.get() }, try other.withLock { try $0!.get() })
  }
}
