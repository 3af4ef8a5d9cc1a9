import TraceFormat

/// Reads a trace file record by record, in memory that does not grow with the file.
///
/// Damage never crashes it: slots that cannot be records are skipped and counted.
///
///     let reader = try RecordReader(path: "run.hwtrace")
///     while let record = try reader.next() { print(record.sequence, record.kind as Any) }
public final class RecordReader {
  public let header: TraceHeader
  /// Slots skipped so far because they held no finished record.
  @exclusivity(unchecked) public private(set) var skippedSlots = 0
  /// Slots skipped so far because no recorder can have written their contents.
  @exclusivity(unchecked) public private(set) var damagedSlots = 0
  /// Records skipped so far because a thread was stopped in the middle of them. Consecutive slots in which nothing was
  /// stored count as one record.
  @exclusivity(unchecked) public private(set) var unfinishedRecords = 0

  /// The number of event records that newer ones have replaced. If the recorder replaces more during the reading, those
  /// that have not been read count too.
  @exclusivity(unchecked) package private(set) var removedRecords: UInt64
  /// The times in nanoseconds around the records that newer ones have replaced; 0...0 without such records.
  @exclusivity(unchecked) package private(set) var removedTimes: ClosedRange<UInt64> = 0...0
  /// The number of event records in each segment that has been read, by its position, while the recording goes on.
  @exclusivity(unchecked) private var read: [Int: UInt64] = [:]
  /// Whether a segment was gone when it was to be read.
  @exclusivity(unchecked) private var missedSegments = false

  /// The number of times that the recording went on after a missing segment.
  @exclusivity(unchecked) var gaps = 0
  /// The number of slots that were missed while the recording was followed.
  @exclusivity(unchecked) var missedSlots: UInt64 = 0

  /// The record that ``advance()`` came to.
  package var record: RecordView { current! }
  @exclusivity(unchecked) private var current: RecordView?

  let blocks: BlockReader
  private let headerSize: Int
  private let directory: SegmentDirectory?
  /// The segments that are read, as positions in the directory.
  private var selection: [Int] = []
  /// The position in the selection of the segment that comes next.
  private var nextSegment = 0
  /// The position in the directory of the segment that is read.
  private var lastSegment: Int?
  /// The slot after the last that counts.
  var end: UInt64
  /// The slot after the last one of the segment.
  @exclusivity(unchecked) var limit: UInt64 = 0
  @exclusivity(unchecked) var slot: UInt64 = 0
  /// The number of bytes of the record under way.
  @exclusivity(unchecked) private var recordSize = 0
  /// The number of records that were never begun. They count only if something follows, so that slots were claimed.
  @exclusivity(unchecked) private var emptyRecords = 0
  @exclusivity(unchecked) private var previous = Passed.nothing
  /// The segment that a reader which follows a recording has reached; nil at the beginning.
  var followed: FollowedSegment?

  /// The kind of the last skip.
  private enum Passed {
    case nothing, emptySlot, unfinishedRecord
  }

  /// Opens a file and reads its header.
  /// - Throws: ``TraceError``.
  public init(path: String) throws {
    blocks = try BlockReader(path: path)
    let parsed = try TraceHeader.read(blocks, path: path)
    var header = parsed.header
    headerSize = parsed.size
    end = header.isClosed ? parsed.usedSlots : .max
    if header.hasSegments {
      try blocks.makeSeekable()
      var found = try SegmentDirectory.reading(blocks, header)
      // A file that has lost its end does not tell how the run ended.
      if header.isClosed, try found.directory.noteCutOff(end, blocks, header) { header.isClosed = false }
      (directory, removedRecords) = (found.directory, found.removed)
      selection = Array(directory!.segments.indices)
    } else {
      (directory, removedRecords) = (nil, 0)
      // A record's number has 32 bits.
      end = min(end, 1 << 32)
    }
    self.header = header
    try begin()
    if removedRecords > 0 { try findRemoved() }
  }

  /// Opens a recording that may go on, and reads nothing until ``loadMore(_:)`` is called.
  /// - Throws: ``TraceError``; ``SystemError`` for a recording without segments.
  init(following path: String) throws {
    blocks = try BlockReader(path: path)
    let parsed = try TraceHeader.read(blocks, path: path)
    (header, headerSize) = (parsed.header, parsed.size)
    guard header.hasSegments else {
      throw SystemError.failed(
        "\(path): has trace format version \(header.version), and only later versions can be followed; "
          + "headwater report shows what is in it")
    }
    (directory, removedRecords, end) = (nil, header.removedRecords, .max)
    recordSize = 0
  }

  /// Makes a reader of the same segments for another thread, with nothing selected.
  init(sharing other: RecordReader) throws {
    blocks = try BlockReader(sharing: other.blocks)
    (header, headerSize, directory, end) = (other.header, other.headerSize, other.directory, other.end)
    removedRecords = other.removedRecords
  }

  /// The next record, or nil at the end of what was recorded.
  public func next() throws -> RawRecord? {
    try advance() ? RawRecord(record, header) : nil
  }

  /// Goes to the next record; false at the end of what was recorded.
  package func advance() throws -> Bool {
    blocks.skip(recordSize)
    recordSize = 0
    repeat {
      while slot < limit, let head = try blocks.bytes(TraceFormat.slotSize) {
        let found = RecordView(slot: head, sequence: slot)
        if found.kindByte == 0 {
          try passUnfinished(found)
        } else if found.isPlausible(inVersion: header.version), let size = try size(of: found) {
          if _slowPath(found.kind == .padding && header.hasSegments) {
            passPadding(size)
            continue
          }
          take(found, size)
          return true
        } else {
          passDamaged()
        }
      }
    } while try beginSegment()
    // All slots were claimed if the recording was ended.
    if header.isClosed { countEmptyRecords() }
    return false
  }

  /// Goes back to the first record. Records that were added since are left out, so that a second reading is the same.
  func rewind() throws {
    end = slot
    if directory == nil { try blocks.seek(to: 0) }
    try begin()
  }

  var segmentCount: Int { directory?.segments.count ?? 0 }
  /// The slots of places that have no segment although something is there.
  var damagedSlotsOutside: Int { directory?.damagedSlots ?? 0 }

  /// Goes to a part of the segment that has been loaded.
  func begin(at start: UInt64, upTo end: UInt64, skipping bytes: Int) {
    blocks.skip(bytes)
    (slot, limit, recordSize, previous) = (start, end, 0, .nothing)
  }

  /// Goes to a segment, after which the reading ends. The counts of what is skipped are those of the segment.
  /// - Parameter segment: nil to read nothing until another one is selected.
  func select(_ segment: Int?) {
    (selection, nextSegment) = (segment.map { [$0] } ?? [], 0)
    (slot, limit, recordSize) = (0, 0, 0)
    (skippedSlots, damagedSlots, unfinishedRecords, emptyRecords, previous) = (0, 0, 0, 0, .nothing)
  }

  /// Makes ``rewind()`` possible for a pipe; must be called before anything else is read.
  func makeRewindable() throws { try blocks.makeSeekable() }

  /// The bytes of a record with its payload; nil if the length that it states is impossible.
  private func size(of found: RecordView) throws -> Int? {
    let isPadding = found.kind == .padding
    let longest = isPadding ? TraceFormat.segmentSizes.upperBound : TraceFormat.maximumPayloadSize
    guard found.followingBytes <= longest else { return nil }
    let following = found.followingSlots
    let size = (1 + following) * TraceFormat.slotSize
    guard slot + 1 + UInt64(following) <= limit, try blocks.bytes(size) != nil else { return nil }
    return size
  }

  private func take(_ found: RecordView, _ size: Int) {
    countEmptyRecords()
    // The bytes may have moved while the bytes after them were read.
    current = found.moved(to: blocks.start)
    recordSize = size
    slot += UInt64(size / TraceFormat.slotSize)
    previous = .nothing
  }

  private func passPadding(_ size: Int) {
    countEmptyRecords()
    previous = .nothing
    blocks.skip(size)
    slot += UInt64(size / TraceFormat.slotSize)
  }

  /// Skips an unfinished record. Since version 2, a record's length is stored before the rest of the record.
  private func passUnfinished(_ found: RecordView) throws {
    if found.isEmpty {
      if previous != .emptySlot { emptyRecords += 1 }
      previous = .emptySlot
      return pass(TraceFormat.slotSize)
    }
    countEmptyRecords()
    unfinishedRecords += 1
    previous = .unfinishedRecord
    pass(try size(of: found) ?? TraceFormat.slotSize)
  }

  /// Skips a damaged slot. In a file of version 1, the text of a record may follow a slot in which nothing was stored.
  private func passDamaged() {
    if header.version == 1 && previous != .nothing {
      countEmptyRecords()
      previous = .unfinishedRecord
    } else {
      damagedSlots += 1
      previous = .nothing
    }
    pass(TraceFormat.slotSize)
  }

  private func pass(_ size: Int) {
    blocks.skip(size)
    slot += UInt64(size / TraceFormat.slotSize)
    skippedSlots += size / TraceFormat.slotSize
  }

  private func countEmptyRecords() {
    unfinishedRecords += emptyRecords
    emptyRecords = 0
  }

  private func begin() throws {
    (recordSize, skippedSlots, unfinishedRecords, emptyRecords, previous) = (0, 0, 0, 0, .nothing)
    damagedSlots = directory?.damagedSlots ?? 0
    (slot, limit, nextSegment, lastSegment, gaps) = (0, 0, 0, nil, 0)
    (read, missedSegments) = ([:], false)
    guard directory == nil, try blocks.bytes(headerSize) != nil else { return }
    blocks.skip(headerSize)
    limit = end
  }

  /// Goes on with the next segment; false if there is none.
  private func beginSegment() throws -> Bool {
    // All slots of the segment before were claimed, because otherwise the next segment would not exist.
    if let directory, let lastSegment, lastSegment + 1 < directory.segments.count { countEmptyRecords() }
    while let directory, nextSegment < selection.count {
      let segment = directory.segments[selection[nextSegment]]
      nextSegment += 1
      ReadingProgress.current?.note(nextSegment, of: selection.count, in: blocks.path)
      guard try blocks.load(segment, header) else {
        missedSegments = true
        continue
      }
      let isBehindMissed = missedSegments
      if isBehindMissed { try countMissed(before: segment) }
      if !header.isClosed { read[selection[nextSegment - 1]] = blocks.callsOfSegment }
      blocks.skip(headerSize)
      previous = .nothing
      if isBehindMissed || isBehindGap(selection[nextSegment - 1]) { gaps += 1 }
      lastSegment = selection[nextSegment - 1]
      let first = segment.number * UInt64(header.segmentSize / TraceFormat.slotSize)
      slot = first + UInt64(TraceFormat.headerSlots)
      limit = min(first + UInt64(header.segmentSize / TraceFormat.slotSize), end)
      return true
    }
    return false
  }

  /// Counts the records of segments that were replaced during the reading, except segments that have been read.
  private func countMissed(before segment: SegmentDirectory.Segment) throws {
    missedSegments = false
    guard let directory else { return }
    let removed = try blocks.removedRecords()
    let wasRead = try read.filter { try !blocks.has(directory.segments[$0.key], header) }.values.reduce(0, +)
    removedRecords = max(removedRecords, removed - min(removed, wasRead))
    let start = removedTimes == 0...0 ? header.nanoseconds(current?.time ?? 0) : removedTimes.lowerBound
    removedTimes = start...max(start, header.nanoseconds(segment.ticks))
  }

  /// Whether segments are missing between a segment and the one read before it. One that is read again follows nothing.
  private func isBehindGap(_ position: Int) -> Bool {
    guard let lastSegment, position > lastSegment else { return false }
    return (lastSegment + 1...position).contains { isGapBefore($0) }
  }

  /// Whether a segment is missing before the one at a position.
  func isGapBefore(_ position: Int) -> Bool {
    guard let segments = directory?.segments, position > 0 else { return false }
    return segments[position].number != segments[position - 1].number + 1
  }

  /// Finds the times around the removed records: they came after the first segment, which is never replaced.
  private func findRemoved() throws {
    guard let segments = directory?.segments, let first = segments.first else { return }
    selection = [0]
    var start = first.ticks
    while try advance() {
      if !record.isDefinition { start = record.time }
    }
    let before = header.nanoseconds(start)
    removedTimes = before...max(before, segments.dropFirst().first.map { header.nanoseconds($0.ticks) } ?? before)
    selection = Array(segments.indices)
    try begin()
  }
}
