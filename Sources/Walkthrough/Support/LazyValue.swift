import Synchronization

/// A value that is made on first use, on the thread that uses it first.
package final class LazyValue<Value: Sendable>: Sendable {
  private let make: @Sendable () -> Value
  private let made: Mutex<Value?>

  /// - Parameter known: A value that was made before.
  package init(known: Value? = nil, _ make: @escaping @Sendable () -> Value) {
    self.make = make
    made = Mutex(known)
  }

  var isMade: Bool { made.withLock { $0 != nil } }

  package var value: Value {
    made.withLock { made in
      let value = made ?? make()
      made = value
      return value
    }
  }
}
