import CPlatform
import Synchronization

/// A lock that the thread which holds it may take again.
///
/// Sinks with several inputs deliver under it, so that their output stays serial, and an observer may send to such a
/// sink from within a delivery.
final class RecursiveLock: @unchecked Sendable {
  private let owner = Atomic<UInt>(0)
  private let lock = Lock<Void>(())

  /// Runs `body` while no other thread can.
  @inline(__always)
  func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    // The address of this thread's own storage tells it from every other living thread.
    let this = UInt(bitPattern: hw_thread_state())
    if owner.load(ordering: .relaxed) == this { return try body() }
    return try lock.withLock { _ in
      owner.store(this, ordering: .relaxed)
      defer { owner.store(0, ordering: .relaxed) }
      return try body()
    }
  }
}
