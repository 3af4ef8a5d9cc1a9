import CPlatform

extension CurrentThreadScheduler {
  /// Runs `body` as if no action ran on this thread.
  ///
  /// For a caller that blocks within an action until another action has run that it schedules itself: that one would
  /// otherwise queue behind the action that waits for it.
  package static func outsideRunningAction<Result>(_ body: () throws -> Result) rethrows -> Result {
    let thread = hw_thread_state()!
    let running = thread.pointee.trampoline
    thread.pointee.trampoline = hw_trampoline()
    defer { thread.pointee.trampoline = running }
    return try body()
  }
}
