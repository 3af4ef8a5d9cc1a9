/// Guards a few lines of state, for as long as it takes to read or change them.
///
/// While it is held, nothing is called out and no other lock of the engine is taken; ``LockOrder`` checks this in debug
/// builds. A closure that displaces a value therefore returns it, and the caller releases it after the lock, because a
/// deinit is the program's code as well.
///
/// A value is reached through ``withLock(file:line:_:)`` only. A `StateLock<Void>` guards properties of its owner, in
/// ``locked(file:line:_:)``. State whose type depends on an operator's element is guarded in this way, because
/// otherwise the runtime would look up the lock's own generic type for every event.
struct StateLock<Value>: ~Copyable, Sendable {
  private let lock: Lock<Value>

  @inline(__always)
  init(_ value: consuming Value) {
    lock = Lock(value)
  }

  @inline(__always)
  borrowing func withLock<Result, Failure: Error>(
    file: StaticString = #fileID, line: UInt = #line, _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    #if DEBUG
      LockOrder.willTakeState(CallSite(file, line))
      defer { LockOrder.released() }
    #endif
    return try lock.withLock(body)
  }
}

extension StateLock where Value == Void {
  @inline(__always)
  borrowing func locked<Result>(
    file: StaticString = #fileID, line: UInt = #line, _ body: () throws -> Result
  ) rethrows -> Result {
    try withLock(file: file, line: line) { _ in try body() }
  }
}
