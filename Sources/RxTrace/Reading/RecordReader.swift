import TraceFormat

/// Reads a trace file record by record, in memory that does not grow with the file.
///
/// Damage never stops it with a crash: what cannot be a record is passed over and counted in ``skippedSlots``.
///
///     let reader = try RecordReader(path: "run.hwtrace")
///     while let record = try reader.next() { print(record.sequence, record.kind as Any) }
public final class RecordReader {
  public let header: TraceHeader
  /// Slots passed over so far because they held no finished record.
  public private(set) var skippedSlots = 0

  /// The record that ``advance()`` came to.
  private(set) var record = RecordView(slot: UnsafeRawPointer(bitPattern: 8)!, sequence: 0)

  private let blocks: BlockReader
  private let headerSize: Int
  /// The slot after the last that counts.
  private var limit: UInt64
  private var slot: UInt64 = 0
  /// Bytes of the record under way.
  private var recordSize = 0

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
      guard found.kind != 0, found.followingBytes <= TraceFormat.maximumPayloadSize, found.isPlausible else {
        blocks.skip(TraceFormat.slotSize)
        slot += 1
        skippedSlots += 1
        continue
      }
      return try take(found)
    }
    return false
  }

  /// Goes back to the first record. What was recorded since is left out, so that a second reading is the same.
  func rewind() throws {
    limit = slot
    try blocks.seek(to: 0)
    (slot, recordSize, skippedSlots) = (0, 0, 0)
    try skipHeader()
  }

  /// Makes ``rewind()`` possible for what comes through a pipe. To be called before anything else is read.
  func makeRewindable() throws { try blocks.makeSeekable() }

  /// Waits for the bytes that follow. Where the file was cut off within them, nothing readable comes after.
  private func take(_ found: RecordView) throws -> Bool {
    let following = (Int(found.followingBytes) + TraceFormat.slotSize - 1) / TraceFormat.slotSize
    let size = (1 + following) * TraceFormat.slotSize
    guard slot + 1 + UInt64(following) <= limit, let bytes = try blocks.bytes(size) else {
      skippedSlots += 1
      limit = slot
      return false
    }
    record = RecordView(slot: bytes, sequence: found.sequence)
    recordSize = size
    slot += 1 + UInt64(following)
    return true
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

/// The header's numbers as they stand in the file.
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
