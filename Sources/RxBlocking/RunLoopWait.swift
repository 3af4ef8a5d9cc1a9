import CPlatform

/// A wait in the run loop of the thread that makes it. Any thread may end it.
final class RunLoopWait: @unchecked Sendable {
  private let handle = hw_wait_begin()

  /// Runs the loop until it has handled something, is woken, or the time is over.
  func run(seconds: Double) { hw_wait_run(handle, seconds) }

  func wake() { hw_wait_wake(handle) }

  /// Call this on the thread that waited.
  func end() { hw_wait_end(handle) }

  deinit { hw_wait_free(handle) }
}
