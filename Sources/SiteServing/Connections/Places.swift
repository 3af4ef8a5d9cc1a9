import Synchronization

/// A number of things that may go on at the same time, such as open connections.
final class Places: Sendable {
  private let free: Mutex<Int>

  init(_ count: Int) { free = Mutex(count) }

  /// Does work in a free place.
  /// - Throws: ``Refusal/busy`` if there is none, and what the work throws.
  func occupying<Result>(_ work: () async throws -> Result) async throws -> Result {
    try free.withLock { free in
      guard free > 0 else { throw Refusal.busy }
      free -= 1
    }
    defer { free.withLock { $0 += 1 } }
    return try await work()
  }
}
