import CPlatform
import Synchronization

/// Lets an operator with several inputs deliver one event at a time.
///
/// It is held while the operator's observer is called: another input's event waits until the observer has returned.
/// It is recursive, because an observer may send to such an operator from within a delivery. While it is held, the
/// operator calls out nothing but its own delivery: see ``LockOrder``.
final class DeliveryLock: @unchecked Sendable {
  private let owner = Atomic<UInt>(0)
  private let lock = PlainLock()

  /// Whether this thread is delivering.
  var isHeldHere: Bool { owner.load(ordering: .relaxed) == UInt(bitPattern: hw_thread_state()) }

  /// Runs `body`, which delivers, while no other thread can deliver.
  @inline(__always)
  func withLock<Result>(
    file: StaticString = #fileID, line: UInt = #line, _ body: () throws -> Result
  ) rethrows -> Result {
    // The address of a thread's own storage identifies the thread while it lives.
    let this = UInt(bitPattern: hw_thread_state())
    let isHeldAlready = owner.load(ordering: .relaxed) == this
    #if DEBUG
      LockOrder.willTake(self, again: isHeldAlready, CallSite(file, line))
      defer { LockOrder.released() }
    #endif
    if isHeldAlready { return try body() }
    if !lock.tryLock() { waitForOwner(this) }
    owner.store(this, ordering: .relaxed)
    defer {
      owner.store(0, ordering: .relaxed)
      lock.unlock()
    }
    return try body()
  }

  /// Stops the program if two threads deliver into each other's operators, because they would wait forever: a message
  /// that names the deadlock is better than a hang, and than the system lock's message about recursion.
  @inline(never)
  private func waitForOwner(_ this: UInt) {
    Self.waiting.withLock { waiting in
      waiting[this] = self
      var next: DeliveryLock? = self
      while let owner = next?.owner.load(ordering: .relaxed), owner != 0 {
        guard owner != this else { Self.stop() }
        next = waiting[owner]
      }
    }
    lock.lock()
    Self.waiting.withLock { $0[this] = nil }
  }

  /// The lock for which each thread waits. A waiting thread keeps the locks that it holds. So if the path from a lock
  /// to its owner, and from the owner to the lock it waits for, leads back to this thread, there is a deadlock.
  private static let waiting = Lock<[UInt: DeliveryLock]>([:])

  /// Whether a thread waits for a delivery of another thread. For tests that decide in which order threads go on.
  static func isWaiting(_ thread: UInt) -> Bool {
    waiting.withLock { $0[thread].map { $0.owner.load(ordering: .relaxed) != 0 } ?? false }
  }

  private static func stop() -> Never {
    fatalError(
      """
      Deadlock: this thread delivers an event into an operator that another thread is delivering from, and that thread \
      waits for an operator that this one is delivering from. The pipelines feed each other in a circle.
      remedy: break the circle with `.observe(on:)` and a serial scheduler.
      """)
  }

  #if DEBUG
    deinit { LockOrder.forget(self) }
  #endif
}
