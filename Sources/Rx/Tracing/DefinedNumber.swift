import Synchronization

/// A number in a recording, and the segment in which it was defined last.
///
/// Both are one word, so that any thread can read and change them without a lock. Two threads that find a number undefined in
/// a segment both define it, which does no harm.
struct DefinedNumber: ~Copyable, Sendable {
  /// The number, and above it the epoch of the segment in which it was defined last. For a number that was never defined, that
  /// is the epoch before the segment for which it was made.
  private let stored = Atomic<UInt64>(0)

  init() {}

  init(_ number: UInt32) { stored.store(UInt64(number), ordering: .relaxed) }

  /// The number, if it is defined in a segment.
  @inline(__always)
  func number(definedIn segment: Segment) -> UInt32? {
    let word = stored.load(ordering: .acquiring)
    return UInt32(truncatingIfNeeded: word >> 32) == segment.epoch ? UInt32(truncatingIfNeeded: word) : nil
  }

  /// The number in the recording that began with an epoch, and the epoch of the segment in which it was defined last; nil
  /// if there is none yet.
  @inline(__always)
  func known(since epoch: UInt32) -> (number: UInt32, epoch: UInt32)? {
    Self.known(stored.load(ordering: .acquiring), epoch)
  }

  @inline(__always)
  private static func known(_ word: UInt64, _ epoch: UInt32) -> (number: UInt32, epoch: UInt32)? {
    let last = UInt32(truncatingIfNeeded: word >> 32)
    return last >= epoch ? (UInt32(truncatingIfNeeded: word), last) : nil
  }

  /// The number in the recording that began with an epoch. If there is none yet, or it is outworn, one is made.
  /// - Parameter make: is told whether it is the first one.
  func number(
    since epoch: UInt32, in segment: Segment, isOutworn: ((number: UInt32, epoch: UInt32)) -> Bool,
    make: (_ isFirst: Bool) -> UInt32
  ) -> UInt32 {
    var word = stored.load(ordering: .acquiring)
    let old = Self.known(word, epoch)
    if let old, !isOutworn(old) { return old.number }
    // Nobody can write into the segment before any more.
    let mine = UInt64(segment.epoch - 1) << 32 | UInt64(make(old == nil))
    var exchanged = false
    while !exchanged {
      (exchanged, word) = stored.compareExchange(expected: word, desired: mine, ordering: .acquiringAndReleasing)
      // Another thread has made one, or defined the object.
      if !exchanged, let known = Self.known(word, epoch), !isOutworn(known) { return known.number }
    }
    return UInt32(truncatingIfNeeded: mine)
  }

  /// Notes that the definition has been written, so that records which come after it in the segment may use the number.
  func define(_ number: UInt32, in segment: Segment) {
    stored.store(UInt64(segment.epoch) << 32 | UInt64(number), ordering: .releasing)
  }
}
