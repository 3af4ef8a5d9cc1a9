import Foundation
import RxTrace
import TraceFormat

/// The places of a recording's segments, and the end of its records.
struct RecordingLayout {
  let isClosed: Bool
  let segmentSize: Int
  /// The size of the file, in bytes.
  let size: Int
  /// The number of places for segments, up to the end of the last segment.
  let places: Int
  /// The number of the newest segment, and its place in the file.
  let lastSegment: UInt64
  let lastPlace: Int
  /// The slots of the newest segment that are in use, its header included.
  private(set) var usedSlots: Int
  /// The time on the clock when the newest segment began.
  let ticks: UInt64
  private let firstHeader: [UInt8]

  var slotsOfSegment: Int { segmentSize / TraceFormat.slotSize }
  /// The end of the last segment, in bytes.
  var end: Int { places * segmentSize }

  func offset(ofPlace place: Int) -> Int { place * segmentSize }

  /// - Returns: nil for a version without segments, and for a file whose segments cannot be found.
  init?(_ file: Int32) {
    var status = stat()
    guard fstat(file, &status) == 0, let header = Self.header(file, at: 0) else { return nil }
    let first = HeaderFields(header)
    guard first.version == TraceFormat.version, first.segmentSize.nonzeroBitCount == 1,
      TraceFormat.segmentSizes.contains(first.segmentSize)
    else { return nil }
    (size, segmentSize, isClosed, firstHeader) = (Int(status.st_size), first.segmentSize, first.isClosed, header)
    let slots = UInt64(segmentSize / TraceFormat.slotSize)
    // Segments after the last used slot were never counted.
    let newest = first.isClosed ? max(first.usedSlots, 1) - 1 : UInt64.max
    let segments = Self.segments(file, size, segmentSize).filter { $0.numbers.segment <= newest / slots }
    guard let last = segments.max(by: { $0.numbers.segment < $1.numbers.segment }), last.numbers.segment < 1 << 48
    else { return nil }
    places = (segments.map(\.place).max() ?? 0) + 1
    (lastSegment, lastPlace, ticks) = (last.numbers.segment, last.place, last.numbers.segmentTicks)
    usedSlots = Int(first.usedSlots % slots == 0 ? slots : first.usedSlots % slots)
    if first.isClosed {
      guard lastSegment == newest / slots, usedSlots >= TraceFormat.headerSlots else { return nil }
    } else {
      guard let end = Self.endOfRecords(file, last.place * segmentSize, segmentSize) else { return nil }
      usedSlots = end
    }
  }

  /// A new segment's header.
  func header(_ number: UInt64) -> [UInt8] {
    var header = firstHeader
    header.store(number, at: TraceFormat.Header.segment)
    header.store(ticks, at: TraceFormat.Header.segmentTicks)
    header.store(UInt32(0), at: TraceFormat.Header.flags)
    header.store(UInt32(0), at: TraceFormat.Header.dropReason)
    for field in [TraceFormat.Header.usedSlots, TraceFormat.Header.droppedRecords, TraceFormat.Header.removedRecords] {
      header.store(UInt64(0), at: field)
    }
    return header
  }

  // MARK: Reading

  private static func header(_ file: Int32, at offset: Int) -> [UInt8]? {
    guard let header = bytes(file, offset, TraceFormat.headerSize), header.count == TraceFormat.headerSize else {
      return nil
    }
    let numbers = HeaderFields(header)
    let isWhole =
      numbers.beginsAsTrace && numbers.headerSize == TraceFormat.headerSize && numbers.slotSize == TraceFormat.slotSize
    return isWhole ? header : nil
  }

  private static func segments(_ file: Int32, _ size: Int, _ segmentSize: Int) -> [(place: Int, numbers: HeaderFields)]
  {
    (0...size / segmentSize).compactMap { place in
      header(file, at: place * segmentSize).map { (place, HeaderFields($0)) }
    }
  }

  /// The slot after the last record of a segment, whether the record was finished or not.
  private static func endOfRecords(_ file: Int32, _ offset: Int, _ segmentSize: Int) -> Int? {
    guard let segment = bytes(file, offset, segmentSize) else { return nil }
    var end = TraceFormat.headerSlots
    var slot = end
    segment.withUnsafeBytes { bytes in
      while (slot + 1) * TraceFormat.slotSize <= bytes.count {
        let record = RecordView(slot: bytes.baseAddress! + slot * TraceFormat.slotSize, sequence: 0)
        if record.isEmpty {
          slot += 1
          continue
        }
        let following = record.followingBytes <= segmentSize ? record.followingSlots : 0
        slot = slot + 1 + following <= segmentSize / TraceFormat.slotSize ? slot + 1 + following : slot + 1
        end = slot
      }
    }
    return end
  }

  private static func bytes(_ file: Int32, _ offset: Int, _ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let more = bytes.withUnsafeMutableBytes {
        pread(file, $0.baseAddress! + done, count - done, off_t(offset + done))
      }
      if more < 0 && errno == EINTR { continue }
      guard more >= 0 else { return nil }
      if more == 0 { break }
      done += more
    }
    return Array(bytes.prefix(done))
  }
}
