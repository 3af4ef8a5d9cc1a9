import CPlatform

extension CurrentThreadScheduler {
  /// Runs `body` as if no action ran on this thread.
  ///
  /// For a caller that blocks within an action until an action that it schedules has run: the latter would otherwise
  /// wait in the queue for the former to return.
  package static func outsideRunningAction<Result>(_ body: () throws -> Result) rethrows -> Result {
    let thread = hw_thread_state()!
    let running = thread.pointee.trampoline
    thread.pointee.trampoline = hw_trampoline()
    defer { thread.pointee.trampoline = running }
    return try body()
  }
}
