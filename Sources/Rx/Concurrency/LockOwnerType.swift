/// What delivers under a lock of its own, or under one that it shares with others.
protocol LockOwnerType: AnyObject {
  var lock: RecursiveLock { get }
}

extension LockOwnerType {
  /// Runs `body` while nothing else that shares the lock can.
  @inline(__always)
  func synchronized<Result>(_ body: () throws -> Result) rethrows -> Result {
    try lock.withLock(body)
  }
}
