import Dispatch
import Synchronization

/// Work on all processors at once.
enum Parallel {
  /// The results in the order of the items, regardless of how the work is distributed. Work nested in other such work
  /// uses one processor.
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

  /// The results of two pieces of work, the first of which may use several processors in turn.
  static func both<First, Second: Sendable>(
    _ first: () throws -> First, and second: @escaping @Sendable () throws -> Second
  ) throws -> (First, Second) {
    let other = Mutex<Result<Second, any Error>?>(nil)
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) { other.withLock { $0 = Result(catching: second) } }
    let one = Result(catching: first)
    group.wait()
    return (try one.get(), try other.withLock { try $0!.get() })
  }
}
