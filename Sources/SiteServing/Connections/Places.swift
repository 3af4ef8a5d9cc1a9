import Synchronization

/// A limited number of things that may happen at the same time, such as open connections.
final class Places: Sendable {
  private let free: Mutex<Int>

  init(_ count: Int) { free = Mutex(count) }

  /// Does work if a place is free.
  /// - Throws: ``Refusal/busy`` if no place is free, and the errors of the work.
  func occupying<Result>(_ work: () async throws -> Result) async throws -> Result {
    try free.withLock { free in
      guard free > 0 else { throw Refusal.busy }
      free -= 1
    }
    defer { free.withLock { $0 += 1 } }
    return try await work()
  }
}
