/// Takes its events under a lock, one at a time: what the sinks of an operator with several inputs have in common.
///
/// A sink passes each event from `on` to `synchronizedOn`, and says in `onSynchronized` what it does with it.
protocol SynchronizedOnType: LockOwnerType {
  associatedtype Element

  /// Takes an element; called under the lock.
  func onSynchronized(next element: Element)

  /// Takes the error that ends the sequence; called under the lock.
  func onSynchronized(error: any Swift.Error)

  /// Takes the end of the sequence; called under the lock.
  func onSynchronizedCompleted()
}

extension SynchronizedOnType {
  @inline(__always)
  func synchronizedOn(next element: Element) {
    lock.withLock { onSynchronized(next: element) }
  }

  @inline(__always)
  func synchronizedOn(error: any Swift.Error) {
    lock.withLock { onSynchronized(error: error) }
  }

  @inline(__always)
  func synchronizedOnCompleted() {
    lock.withLock { onSynchronizedCompleted() }
  }
}
