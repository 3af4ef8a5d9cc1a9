import Synchronization

/// A number in a recording, and the segment in which it was defined last.
///
/// Both are one word, so that any thread can read and change them without a lock. Two threads that find a number undefined in
/// a segment both define it, which does no harm.
struct DefinedNumber: ~Copyable, Sendable {
  /// The number, and above it the epoch: that of a segment, or ``TraceFile/firstEpoch`` for a number that is not defined in
  /// any segment yet.
  private let stored = Atomic<UInt64>(0)

  init() {}

  init(_ number: UInt32) { stored.store(UInt64(number), ordering: .relaxed) }

  /// The number, if it is defined in a segment.
  @inline(__always)
  func number(definedIn segment: Segment) -> UInt32? {
    let word = stored.load(ordering: .acquiring)
    return UInt32(truncatingIfNeeded: word >> 32) == segment.epoch ? UInt32(truncatingIfNeeded: word) : nil
  }

  /// The number in the recording that began with an epoch; nil if there is none yet.
  @inline(__always)
  func number(since epoch: UInt32) -> UInt32? {
    let word = stored.load(ordering: .relaxed)
    return UInt32(truncatingIfNeeded: word >> 32) >= epoch ? UInt32(truncatingIfNeeded: word) : nil
  }

  /// The number in the recording that began with an epoch. If there is none yet, it is made.
  func number(since epoch: UInt32, make: () -> UInt32) -> UInt32 {
    var known = stored.load(ordering: .relaxed)
    if UInt32(truncatingIfNeeded: known >> 32) >= epoch { return UInt32(truncatingIfNeeded: known) }
    let mine = UInt64(epoch) << 32 | UInt64(make())
    var exchanged = false
    while !exchanged {
      (exchanged, known) = stored.compareExchange(expected: known, desired: mine, ordering: .relaxed)
      // Another thread has made one.
      if !exchanged, UInt32(truncatingIfNeeded: known >> 32) >= epoch { return UInt32(truncatingIfNeeded: known) }
    }
    return UInt32(truncatingIfNeeded: mine)
  }

  /// Notes that the definition has been written, so that records which come after it in the segment may use the number.
  func define(_ number: UInt32, in segment: Segment) {
    stored.store(UInt64(segment.epoch) << 32 | UInt64(number), ordering: .releasing)
  }
}
