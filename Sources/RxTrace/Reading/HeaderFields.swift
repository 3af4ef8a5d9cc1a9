import TraceFormat

/// The numbers of a header as they are in the file.
struct HeaderFields {
  let bytes: UnsafeRawBufferPointer

  func number<Number: FixedWidthInteger>(_ offset: Int) -> Number {
    Number(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Number.self))
  }

  var beginsAsTrace: Bool { bytes.starts(with: TraceFormat.magic) }
  var version: UInt32 { number(TraceFormat.Header.version) }
  var headerSize: UInt32 { number(TraceFormat.Header.headerSize) }
  var slotSize: UInt32 { number(TraceFormat.Header.slotSize) }
  var ticksPerSecond: Double { Double(bitPattern: number(TraceFormat.Header.ticksPerSecond)) }
  /// 0 for a file that has no segments.
  var segmentSize: Int {
    version < TraceHeader.firstWithSegments ? 0 : Int(number(TraceFormat.Header.segmentSize) as UInt32)
  }
  var segment: UInt64 { number(TraceFormat.Header.segment) }

  var areConsistent: Bool {
    version > 0 && hasKnownSizes && slotSize == TraceFormat.slotSize && ticksPerSecond.isFinite && ticksPerSecond > 0
  }

  private var hasKnownSizes: Bool {
    guard version >= TraceHeader.firstWithSegments else {
      return (UInt32(TraceFormat.headerSize)...65_536).contains(headerSize)
    }
    return headerSize == TraceFormat.headerSize && TraceFormat.segmentSizes.contains(segmentSize)
      && segmentSize.nonzeroBitCount == 1 && segment < Self.mostSegments
  }

  /// Damage must not make a number so large that those of its slots do not fit.
  private static let mostSegments: UInt64 = 1 << 40

  var summary: String {
    "version \(version), header \(headerSize) bytes, slot \(slotSize) bytes, \(ticksPerSecond) ticks a second"
      + (version < TraceHeader.firstWithSegments ? "" : ", segment \(segment) of \(segmentSize) bytes")
  }
}

extension TraceHeader {
  /// The first version whose files are rows of segments.
  static let firstWithSegments: UInt32 = 5

  /// Whether definitions are repeated, and come before the records that use them.
  var hasSegments: Bool { version >= Self.firstWithSegments }

  /// Reads the header, without passing over it.
  static func read(
    _ blocks: BlockReader, path: String
  ) throws -> (header: TraceHeader, size: Int, usedSlots: UInt64) {
    let count = try blocks.available(TraceFormat.headerSize)
    let fields = HeaderFields(bytes: UnsafeRawBufferPointer(start: try blocks.bytes(count), count: count))
    guard fields.beginsAsTrace else { throw TraceError.notATrace(path: path) }
    guard count == TraceFormat.headerSize else {
      throw TraceError.damagedHeader(path: path, detail: "the file ends after \(count) bytes")
    }
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
      droppedRecords: fields.number(Field.droppedRecords), dropReason: fields.number(Field.dropReason),
      removedRecords: fields.segmentSize == 0 ? 0 : fields.number(Field.removedRecords),
      segmentSize: fields.segmentSize)
  }

  /// Nanoseconds since the recording started; 0 for times that cannot be.
  func nanoseconds(_ ticks: UInt64) -> UInt64 {
    guard ticks > startTicks else { return 0 }
    let time = Double(ticks - startTicks) / ticksPerSecond * 1e9
    return time < 9e18 ? UInt64(time) : 0
  }
}
