import Synchronization

/// Values that are made once for each key, on the thread that asks first; other threads wait only for the value of
/// their key.
final class SharedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let entries = Mutex<[Key: Entry]>([:])

  private final class Entry: Sendable {
    let value = Mutex<Value?>(nil)
  }

  var count: Int { entries.withLock { $0.count } }

  func value(_ key: Key, make: () -> Value) -> Value {
    let entry = entries.withLock { entries in
      let entry = entries[key] ?? Entry()
      entries[key] = entry
      return entry
    }
    return entry.value.withLock { value in
      let made = value ?? make()
      value = made
      return made
    }
  }

  /// The values that have been made.
  var all: [Key: Value] {
    entries.withLock { $0 }.compactMapValues { $0.value.withLock { $0 } }
  }

  /// Keeps only the values of these keys.
  func keep(_ keys: Set<Key>) { entries.withLock { $0 = $0.filter { keys.contains($0.key) } } }
}
