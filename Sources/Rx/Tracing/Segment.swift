import TraceFormat

/// The segment of a recording's file into which a thread is about to write.
struct Segment: Equatable {
  /// From 0.
  let number: Int
  /// Distinguishes the segments of all recordings of the process. Each object and each entry of a table notes the epoch in
  /// which it was defined last, because a segment defines what its records refer to.
  let epoch: UInt32
}

/// The sizes of a file's segments, and their places in the file and in memory.
///
/// Slots are counted through all segments, headers included, so that a slot's segment is told by its upper bits. In memory,
/// a few windows of addresses are used in turn.
struct SegmentLayout {
  /// In bytes.
  let size: Int
  /// The number of segments that the file may have.
  let limit: Int
  /// The number of windows: a power of two, and fewer than the segments that take turns in the file. A segment that is
  /// replaced has left its window before.
  let windows: Int
  private let slotBits: Int
  private let windowMask: Int

  /// The least size that a file may be limited to, in bytes.
  static let smallestFile = 8 * TraceFormat.segmentSizes.lowerBound

  /// Nil if the file may not be large enough.
  init?(maximumSize: Int) {
    let sizes = TraceFormat.segmentSizes
    guard maximumSize >= Self.smallestFile else { return nil }
    var size = sizes.lowerBound
    while size < sizes.upperBound && maximumSize >= 32 * size { size *= 2 }
    self.size = size
    limit = maximumSize / size
    var windows = 4
    while windows < 16 && 2 * windows <= limit - 2 { windows *= 2 }
    self.windows = windows
    slotBits = (size / TraceFormat.slotSize).trailingZeroBitCount
    windowMask = windows * size - 1
  }

  @inline(__always)
  func segment(ofSlot slot: Int) -> Int { slot &>> slotBits }

  /// The slot after the last one of a segment.
  @inline(__always)
  func end(of segment: Int) -> Int { (segment &+ 1) &<< slotBits }

  /// The first slot after the header of a segment.
  func start(of segment: Int) -> Int { segment << slotBits + TraceFormat.headerSlots }

  /// Bytes from the start of the first window.
  @inline(__always)
  func offset(ofSlot slot: Int) -> Int { (slot &* TraceFormat.slotSize) & windowMask }

  func offset(ofWindowFor segment: Int) -> Int { segment % windows * size }

  /// Bytes from the start of the file. The first segment stays; at the limit, the others take turns.
  func offsetInFile(of segment: Int) -> Int {
    (segment < limit ? segment : 1 + (segment - 1) % (limit - 1)) * size
  }

  /// The number of the oldest segment besides the first that is in the file while another one is the newest prepared.
  func oldest(besides prepared: Int) -> Int { max(1, prepared - limit + 2) }

  /// Whether a segment takes the place of an earlier one in the file.
  func replaces(_ segment: Int) -> Bool { segment >= limit }
}
