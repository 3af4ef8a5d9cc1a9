import Synchronization
import TraceFormat

/// Numbers the objects of a recording, for as long as the program runs: after 2^32 objects, numbers are used again.
///
/// An object that has lived for 2^31 others is given a new number before its own is used again. The objects of the first
/// segment keep theirs for good, because that segment stays in the file.
struct ObjectNumbers: ~Copyable, Sendable {
  private let count: Atomic<UInt64>
  /// The numbers up to this one are not used again.
  private let kept: UInt32
  /// An object that no segment of so many defined may have lived for too long.
  private let longest: UInt32

  /// The numbers that an object outlives before it is given a new one.
  private static let lifetime: UInt64 = 1 << 31
  /// A number that another thread is just making seems to be as old as a number can be.
  private static let margin: UInt64 = 1 << 24

  /// - Parameters:
  ///   - slots: those of a segment. An object takes one at least.
  ///   - count: how many objects there have been.
  init(slotsOfSegment slots: Int, count: UInt64 = 0) {
    self.count = Atomic(count)
    // Twice, because a few objects get their numbers before they get a slot.
    kept = UInt32(2 * slots)
    longest = UInt32(Self.lifetime / UInt64(slots))
  }

  private var span: UInt64 { UInt64(UInt32.max - kept) }

  /// From 1.
  func next() -> UInt32 { number(count.wrappingAdd(1, ordering: .relaxed).newValue) }

  private func number(_ count: UInt64) -> UInt32 {
    if _fastPath(count <= UInt64(UInt32.max)) { return UInt32(count) }
    return kept + 1 + UInt32((count - UInt64(UInt32.max) - 1) % span)
  }

  /// Whether an object needs a new number.
  /// - Parameter epoch: that of the segment in which it was defined last.
  func isOutworn(_ known: (number: UInt32, epoch: UInt32), in segment: Segment) -> Bool {
    let count = count.load(ordering: .relaxed)
    guard _slowPath(count > Self.lifetime), known.number > kept else { return false }
    let newest = UInt64(number(count) - kept - 1)
    let age = (newest + span - UInt64(known.number - kept - 1)) % span
    let isTold = segment.epoch >= known.epoch && segment.epoch - known.epoch <= longest
    return !isTold || (age > Self.lifetime && age < span - Self.margin)
  }
}
