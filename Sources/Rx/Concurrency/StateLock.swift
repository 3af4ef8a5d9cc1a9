/// Guards a few lines of state, for as long as it takes to read or change them.
///
/// Nothing is called out while it is held, and no other lock of the engine is taken: see ``LockOrder``, which checks it in
/// debug builds. What is displaced by a change is therefore taken along out of the closure and released after it, because
/// a deinit is the program's code as well.
///
/// With a value, that is reached through ``withLock(file:line:_:)`` only. A `StateLock<Void>` guards properties of its
/// owner, in ``locked(file:line:_:)``: state whose type depends on an operator's element is kept like that, because the
/// runtime would have to look up the lock's own type for every event.
struct StateLock<Value>: ~Copyable, Sendable {
  private let lock: Lock<Value>

  @inline(__always)
  init(_ value: consuming sending Value) {
    lock = Lock(value)
  }

  @inline(__always)
  borrowing func withLock<Result>(
    file: StaticString = #fileID, line: UInt = #line, _ body: (inout sending Value) throws -> sending Result
  ) rethrows -> sending Result {
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
