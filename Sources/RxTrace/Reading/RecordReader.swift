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
  public private(set) var skippedSlots = 0
  /// Slots skipped so far because no recorder can have written their contents.
  public private(set) var damagedSlots = 0
  /// Records skipped so far because a thread was stopped in the middle of them. Consecutive slots in which nothing was
  /// stored count as one record.
  public private(set) var unfinishedRecords = 0

  /// The record that ``advance()`` came to.
  private(set) var record = RecordView(slot: UnsafeRawPointer(bitPattern: 8)!, sequence: 0)

  private let blocks: BlockReader
  private let headerSize: Int
  /// The slot after the last that counts.
  private var limit: UInt64
  private var slot: UInt64 = 0
  /// Bytes of the record under way.
  private var recordSize = 0
  /// Records that were never begun, unless the slots are room that was never claimed: then nothing follows.
  private var emptyRecords = 0
  private var previous = Passed.nothing

  /// The last skip.
  private enum Passed {
    case nothing, emptySlot, unfinishedRecord
  }

  /// Opens a file and reads its header.
  /// - Throws: ``TraceError``.
  public init(path: String) throws {
    blocks = try BlockReader(path: path)
    let parsed = try TraceHeader.read(blocks, path: path)
    (header, headerSize) = (parsed.header, parsed.size)
    // A record's number has 32 bits.
    limit = min(header.isClosed ? parsed.usedSlots : .max, 1 << 32)
    try skipHeader()
  }

  /// The next record, or nil at the end of what was recorded.
  public func next() throws -> RawRecord? {
    try advance() ? RawRecord(record) : nil
  }

  /// Goes to the next record; false at the end of what was recorded.
  func advance() throws -> Bool {
    blocks.skip(recordSize)
    recordSize = 0
    while slot < limit, let head = try blocks.bytes(TraceFormat.slotSize) {
      let found = RecordView(slot: head, sequence: UInt32(truncatingIfNeeded: slot))
      if found.kind == 0 {
        try passUnfinished(found)
      } else if found.isPlausible(inVersion: header.version), let size = try size(of: found) {
        take(found, size)
        return true
      } else {
        passDamaged()
      }
    }
    // In a recording that was ended, all slots were claimed.
    if header.isClosed { countEmptyRecords() }
    return false
  }

  /// Goes back to the first record. Records that were added since are left out, so that a second reading is the same.
  func rewind() throws {
    limit = slot
    try blocks.seek(to: 0)
    (slot, recordSize, skippedSlots, damagedSlots, unfinishedRecords) = (0, 0, 0, 0, 0)
    (emptyRecords, previous) = (0, .nothing)
    try skipHeader()
  }

  /// Makes ``rewind()`` possible for a pipe. Must be called before anything else is read.
  func makeRewindable() throws { try blocks.makeSeekable() }

  /// Bytes of a record with its payload; nil if it cannot be as long as it says.
  private func size(of found: RecordView) throws -> Int? {
    guard found.followingBytes <= TraceFormat.maximumPayloadSize else { return nil }
    let following = (Int(found.followingBytes) + TraceFormat.slotSize - 1) / TraceFormat.slotSize
    let size = (1 + following) * TraceFormat.slotSize
    guard slot + 1 + UInt64(following) <= limit, try blocks.bytes(size) != nil else { return nil }
    return size
  }

  private func take(_ found: RecordView, _ size: Int) {
    countEmptyRecords()
    // The bytes may have moved while those that follow were read.
    record = RecordView(slot: blocks.start, sequence: found.sequence)
    recordSize = size
    slot += UInt64(size / TraceFormat.slotSize)
    previous = .nothing
  }

  /// Since version 2, a record's length is stored before anything else of the record.
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

  /// In a file of version 1, the text of a record may stand behind a slot in which nothing was stored.
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

  private func skipHeader() throws {
    if try blocks.bytes(headerSize) != nil { blocks.skip(headerSize) } else { limit = 0 }
  }
}

extension TraceHeader {
  /// Reads the header, without passing over it.
  fileprivate static func read(
    _ blocks: BlockReader, path: String
  ) throws -> (header: TraceHeader, size: Int, usedSlots: UInt64) {
    let count = try blocks.available(TraceFormat.headerSize)
    let bytes = UnsafeRawBufferPointer(start: try blocks.bytes(count), count: count)
    guard bytes.starts(with: TraceFormat.magic) else { throw TraceError.notATrace(path: path) }
    guard count == TraceFormat.headerSize else {
      throw TraceError.damagedHeader(path: path, detail: "the file ends after \(count) bytes")
    }
    let fields = HeaderFields(bytes: bytes)
    guard fields.version <= TraceFormat.version else {
      throw TraceError.newerVersion(path: path, version: fields.version)
    }
    guard fields.areConsistent else { throw TraceError.damagedHeader(path: path, detail: fields.summary) }
    return (TraceHeader(fields), Int(fields.headerSize), fields.number(TraceFormat.Header.usedSlots))
  }

  private init(_ fields: HeaderFields) {
    typealias Field = TraceFormat.Header
    let flags: UInt32 = fields.number(Field.flags)
    self.init(
      version: fields.version, isClosed: flags & Field.closedFlag != 0,
      startTicks: fields.number(Field.startTicks), startWallClock: fields.number(Field.startWallClock),
      ticksPerSecond: fields.ticksPerSecond, processIdentifier: fields.number(Field.processIdentifier),
      droppedRecords: fields.number(Field.droppedRecords), dropReason: fields.number(Field.dropReason))
  }
}

/// The header's numbers as they are in the file.
private struct HeaderFields {
  let bytes: UnsafeRawBufferPointer

  func number<Number: FixedWidthInteger>(_ offset: Int) -> Number {
    Number(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Number.self))
  }

  var version: UInt32 { number(TraceFormat.Header.version) }
  var headerSize: UInt32 { number(TraceFormat.Header.headerSize) }
  var slotSize: UInt32 { number(TraceFormat.Header.slotSize) }
  var ticksPerSecond: Double { Double(bitPattern: number(TraceFormat.Header.ticksPerSecond)) }

  var areConsistent: Bool {
    version > 0 && (UInt32(TraceFormat.headerSize)...65_536).contains(headerSize)
      && slotSize == TraceFormat.slotSize && ticksPerSecond.isFinite && ticksPerSecond > 0
  }

  var summary: String {
    "version \(version), header \(headerSize) bytes, slot \(slotSize) bytes, \(ticksPerSecond) ticks a second"
  }
}
