import TraceFormat

/// The numbers of a header as they are in the file.
package struct HeaderFields {
  private let bytes: [UInt8]

  /// - Parameter bytes: ``TraceFormat/headerSize`` bytes. If there are fewer, only ``beginsAsTrace`` may be asked for.
  package init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  func number<Number: FixedWidthInteger>(_ offset: Int) -> Number {
    bytes.withUnsafeBytes { Number(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Number.self)) }
  }

  package var beginsAsTrace: Bool { bytes.starts(with: TraceFormat.magic) }
  package var version: UInt32 { number(TraceFormat.Header.version) }
  package var headerSize: UInt32 { number(TraceFormat.Header.headerSize) }
  package var slotSize: UInt32 { number(TraceFormat.Header.slotSize) }
  var ticksPerSecond: Double { Double(bitPattern: number(TraceFormat.Header.ticksPerSecond)) }
  /// The size of a segment; 0 for a file that has no segments.
  package var segmentSize: Int {
    version < TraceHeader.firstWithSegments ? 0 : Int(number(TraceFormat.Header.segmentSize) as UInt32)
  }
  package var segment: UInt64 { number(TraceFormat.Header.segment) }
  package var segmentTicks: UInt64 { number(TraceFormat.Header.segmentTicks) }
  package var isClosed: Bool { number(TraceFormat.Header.flags) & TraceFormat.Header.closedFlag != 0 }
  var isRing: Bool { number(TraceFormat.Header.flags) & TraceFormat.Header.ringFlag != 0 }
  var isWithoutOutput: Bool { number(TraceFormat.Header.flags) & TraceFormat.Header.withoutOutputFlag != 0 }
  var removedRecords: UInt64 { segmentSize == 0 ? 0 : number(TraceFormat.Header.removedRecords) }
  package var usedSlots: UInt64 { number(TraceFormat.Header.usedSlots) }
  var startWallClock: UInt64 { number(TraceFormat.Header.startWallClock) }
  var processIdentifier: UInt32 { number(TraceFormat.Header.processIdentifier) }
  var origin: UInt64 { number(TraceFormat.Header.origin) }

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

  /// The limit is for damaged files, because the numbers of a segment's slots must not overflow.
  private static let mostSegments: UInt64 = 1 << 40

  var summary: String {
    "version \(version), header \(headerSize) bytes, slot \(slotSize) bytes, \(ticksPerSecond) ticks a second"
      + (version < TraceHeader.firstWithSegments ? "" : ", segment \(segment) of \(segmentSize) bytes")
  }
}

extension TraceHeader {
  /// The first version whose files consist of segments.
  static let firstWithSegments: UInt32 = 5

  /// Whether definitions are repeated, and come before the records that use them.
  package var hasSegments: Bool { version >= Self.firstWithSegments }

  /// Reads the header, and leaves the reading before it.
  static func read(
    _ blocks: BlockReader, path: String
  ) throws -> (header: TraceHeader, size: Int, usedSlots: UInt64) {
    let count = try blocks.available(TraceFormat.headerSize)
    let fields = HeaderFields(UnsafeRawBufferPointer(start: try blocks.bytes(count), count: count))
    guard fields.beginsAsTrace else { throw TraceError.notATrace(path: path) }
    guard count == TraceFormat.headerSize else {
      throw TraceError.damagedHeader(path: path, detail: "the file ends after \(count) bytes")
    }
    guard fields.version <= TraceFormat.version else {
      throw TraceError.newerVersion(path: path, version: fields.version)
    }
    guard fields.areConsistent else { throw TraceError.damagedHeader(path: path, detail: fields.summary) }
    return (TraceHeader(fields), Int(fields.headerSize), fields.usedSlots)
  }

  private init(_ fields: HeaderFields) {
    typealias Field = TraceFormat.Header
    self.init(
      version: fields.version, isClosed: fields.isClosed,
      startTicks: fields.number(Field.startTicks), startWallClock: fields.startWallClock,
      ticksPerSecond: fields.ticksPerSecond, processIdentifier: fields.processIdentifier,
      droppedRecords: fields.number(Field.droppedRecords), dropReason: fields.number(Field.dropReason),
      removedRecords: fields.removedRecords, isRing: fields.isRing, isWithoutOutput: fields.isWithoutOutput,
      segmentSize: fields.segmentSize)
  }

  /// The nanoseconds since the recording started; 0 for an impossible time.
  func nanoseconds(_ ticks: UInt64) -> UInt64 {
    guard ticks > startTicks else { return 0 }
    let time = Double(ticks - startTicks) / ticksPerSecond * 1e9
    return time < 9e18 ? UInt64(time) : 0
  }
}
