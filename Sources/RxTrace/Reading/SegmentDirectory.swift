import TraceFormat

/// The segments of a file in the order of the recording, which differs from that of the file once newer segments have
/// replaced older ones.
struct SegmentDirectory {
  private(set) var segments: [Segment] = []
  /// The slots of places that have no segment although something is there.
  private(set) var damagedSlots = 0

  struct Segment {
    /// The byte in the file at which it begins.
    var place: Int
    var number: UInt64
    /// The time on the clock when the segment began.
    var ticks: UInt64
  }

  init(_ blocks: BlockReader, _ header: TraceHeader) throws {
    let size = header.segmentSize
    var numbers: Set<UInt64> = []
    var place = 0
    while let found = try blocks.header(at: place, { Self.found($0, header) }) {
      switch found {
      case .segment(let number, let ticks) where numbers.insert(number).inserted:
        segments.append(Segment(place: place, number: number, ticks: ticks))
      case .nothing: break
      default: damagedSlots += size / TraceFormat.slotSize
      }
      place += size
    }
    segments.sort { $0.number < $1.number }
  }

  /// Counts as damage the slots that an ended recording used but its file lacks.
  /// - Parameter used: the number of slots that the recording used.
  /// - Returns: whether there are any.
  mutating func noteCutOff(_ used: UInt64, _ blocks: BlockReader, _ header: TraceHeader) throws -> Bool {
    // The slots of a segment whose header cannot be read have been counted.
    guard damagedSlots == 0, let last = segments.last else { return false }
    let first = last.number * UInt64(header.segmentSize / TraceFormat.slotSize)
    let there = min(max(0, try blocks.size() - last.place), header.segmentSize) / TraceFormat.slotSize
    guard used > first + UInt64(there) else { return false }
    damagedSlots = Int(min(used - first - UInt64(there), UInt64(Int32.max)))
    return true
  }

  /// The segments of a file that may be written meanwhile, and the number of records that have been removed from it: exactly
  /// those that are in no segment.
  static func reading(
    _ blocks: BlockReader, _ header: TraceHeader
  ) throws -> (directory: SegmentDirectory, removed: UInt64) {
    var directory = try SegmentDirectory(blocks, header)
    guard !header.isClosed else { return (directory, header.removedRecords) }
    var removed = header.removedRecords
    for _ in 0..<mostReads {
      removed = try blocks.removedRecords()
      // Removed records are counted only after their segment has lost its header.
      let (known, later) = (directory, try SegmentDirectory(blocks, header))
      directory = later
      if Set(later.segments.map(\.number)).isSuperset(of: known.segments.map(\.number)) { break }
    }
    return (directory, removed)
  }

  private static let mostReads = 16

  private enum Found {
    /// The place is reserved room, or a segment that is being replaced.
    case nothing
    case segment(number: UInt64, ticks: UInt64)
    case damage
  }

  private static func found(_ fields: HeaderFields, _ header: TraceHeader) -> Found {
    if fields.number(TraceFormat.Header.magic) == UInt64(0) { return .nothing }
    guard fields.isOfSegment(header) else { return .damage }
    return .segment(number: fields.segment, ticks: fields.segmentTicks)
  }
}

extension HeaderFields {
  fileprivate func isOf(_ segment: SegmentDirectory.Segment, _ header: TraceHeader) -> Bool {
    isOfSegment(header) && self.segment == segment.number
  }

  /// Whether these fields are the header of a segment of a file with this header.
  fileprivate func isOfSegment(_ header: TraceHeader) -> Bool {
    beginsAsTrace && version == header.version && areConsistent && segmentSize == header.segmentSize
  }
}

extension BlockReader {
  /// Reads a segment as a whole, so that a recorder that replaces it meanwhile cannot mix it with a newer one.
  /// - Returns: false if it is not there any more.
  func load(_ segment: SegmentDirectory.Segment, _ header: TraceHeader) throws -> Bool {
    try load(segment.place, header.segmentSize)
    guard let head = try bytes(TraceFormat.headerSize) else { return false }
    let loaded = HeaderFields(UnsafeRawBufferPointer(start: head, count: TraceFormat.headerSize))
    return try loaded.isOf(segment, header) && has(segment, header)
  }

  /// Whether a segment has not been replaced.
  func has(_ segment: SegmentDirectory.Segment, _ header: TraceHeader) throws -> Bool {
    try self.header(at: segment.place) { $0.isOf(segment, header) } ?? false
  }

  /// The number of records that have been removed by now.
  func removedRecords() throws -> UInt64 { try header(at: 0) { $0.removedRecords } ?? 0 }

  /// The number of records that could not be stored so far, with the reason for the first one.
  func droppedRecords() throws -> (count: UInt64, reason: UInt32) {
    typealias Field = TraceFormat.Header
    return try header(at: 0) { ($0.number(Field.droppedRecords), $0.number(Field.dropReason)) } ?? (0, 0)
  }

  /// Whether the program has ended the recording by now.
  func isClosed() throws -> Bool { try header(at: 0) { $0.isClosed } ?? false }

  /// The number of records of events in the segment that has been loaded.
  var callsOfSegment: UInt64 {
    var (count, offset) = (UInt64(0), TraceFormat.headerSize)
    while let size = loadedBytes(from: offset) {
      let record = RecordView(slot: start + offset, sequence: 0)
      if record.kind?.isStep == true { count += 1 }
      offset += (record.followingBytes <= size ? 1 + record.followingSlots : 1) * TraceFormat.slotSize
    }
    return count
  }

  /// The number of loaded bytes from an offset on; nil if they are fewer than a slot has.
  private func loadedBytes(from offset: Int) -> Int? {
    remaining - offset >= TraceFormat.slotSize ? remaining - offset : nil
  }

  /// Gives `body` a header's bytes, without moving the place of the reading; nil if the file ends before.
  fileprivate func header<Result>(at place: Int, _ body: (HeaderFields) -> Result) throws -> Result? {
    try withUnsafeTemporaryAllocation(byteCount: TraceFormat.headerSize, alignment: 8) { space in
      guard try copy(to: space, from: place) == space.count else { return nil }
      return body(HeaderFields(space))
    }
  }
}
