import TraceFormat

/// The numbers in the header of a segment, as they are.
struct HeaderNumbers {
  private let bytes: [UInt8]

  /// - Parameter bytes: ``TraceFormat/headerSize`` of them.
  init(_ bytes: [UInt8]) { self.bytes = bytes }

  private func number<Number: FixedWidthInteger>(_ offset: Int) -> Number {
    bytes.withUnsafeBytes { Number(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Number.self)) }
  }

  /// Whether the bytes begin as a trace file does.
  var isOfTrace: Bool { bytes.starts(with: TraceFormat.magic) }
  var version: UInt32 { number(TraceFormat.Header.version) }
  var headerSize: UInt32 { number(TraceFormat.Header.headerSize) }
  var slotSize: UInt32 { number(TraceFormat.Header.slotSize) }
  var isClosed: Bool { number(TraceFormat.Header.flags) & TraceFormat.Header.closedFlag != 0 }
  var startWallClock: UInt64 { number(TraceFormat.Header.startWallClock) }
  var processIdentifier: UInt32 { number(TraceFormat.Header.processIdentifier) }
  var segmentSize: UInt32 { number(TraceFormat.Header.segmentSize) }
  var usedSlots: UInt64 { number(TraceFormat.Header.usedSlots) }
  var segment: UInt64 { number(TraceFormat.Header.segment) }
  var segmentTicks: UInt64 { number(TraceFormat.Header.segmentTicks) }
  var origin: UInt64 { number(TraceFormat.Header.origin) }
}
