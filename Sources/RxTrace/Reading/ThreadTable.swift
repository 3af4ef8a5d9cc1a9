/// The threads of a recording, each with a place in the order of their first records.
struct ThreadTable {
  private(set) var numbers: ThreadNumbers
  private var places = NumberMap()
  private(set) var count = 0

  /// - Parameter numbers: the thread numbers that have been defined before.
  init(_ numbers: ThreadNumbers) { self.numbers = numbers }

  /// The place of the thread that has a number now; nil if steps have not named the thread yet.
  @inline(__always)
  func place(of number: UInt16) -> Int? { places[UInt32(number)] }

  /// Adds the thread that has a number now.
  mutating func add(_ number: UInt16) -> Int {
    places.set(UInt32(number), count)
    count += 1
    return count - 1
  }

  /// Takes a ``RecordKind/defineThread``.
  /// - Returns: whether the definition is new, rather than a repetition.
  mutating func meet(_ number: UInt16, count: UInt32) -> Bool {
    guard numbers.meet(number, count: count) else { return false }
    if numbers.threads(with: number) > 1 { places.remove(UInt32(number)) }
    return true
  }
}
