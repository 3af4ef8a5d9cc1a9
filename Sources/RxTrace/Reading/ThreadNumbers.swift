/// Tells apart the threads that have had the same number, one after another.
package struct ThreadNumbers {
  private var known: [UInt16: Known] = [:]
  private let isRepeating: Bool

  private struct Known {
    /// The count of the newest of the threads.
    var count: UInt32
    var threads = 0
  }

  /// - Parameter isRepeating: whether a definition with the same count is a repetition.
  package init(isRepeating: Bool) { self.isRepeating = isRepeating }

  /// The number of threads that have had a thread number so far.
  func threads(with number: UInt16) -> Int { known[number]?.threads ?? 0 }

  /// Takes a ``RecordKind/defineThread``.
  /// - Returns: whether the number is another thread's from now on.
  package mutating func meet(_ number: UInt16, count: UInt32) -> Bool {
    var entry = known[number] ?? Known(count: count)
    if isRepeating, entry.threads > 0, entry.count == count { return false }
    (entry.count, entry.threads) = (count, entry.threads + 1)
    known[number] = entry
    return true
  }
}
