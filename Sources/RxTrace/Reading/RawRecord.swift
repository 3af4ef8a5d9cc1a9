import TraceFormat

/// The newest version of the format that this reader knows.
public enum TraceFormatVersion {
  public static let newest = TraceFormat.version
}

/// One record as it is in the file, with numbers for the objects that it names.
public struct RawRecord: Equatable, Sendable {
  /// The record's kind; nil for a kind that this reader does not know.
  public var kind: RecordKind?
  public var event: EventCode
  /// True for a `forwardOn` whose sink had been disposed.
  public var isUndelivered: Bool
  public var payload: Payload
  public var thread: UInt16
  public var depth: UInt16
  /// Ticks of the file's clock.
  public var time: UInt64
  public var object: UInt32
  public var site: UInt32
  /// The index of the record's first slot in the recording: its place in the run.
  public var sequence: UInt64
}

/// The payload of a record.
public enum Payload: Equatable, Sendable {
  case none
  case void
  case integer(Int64)
  case unsignedInteger(UInt64)
  case double(Double)
  case bool(Bool)
  /// A `String` value; `isCut` when only its beginning was stored.
  case string(String, isCut: Bool)
  /// The description of a value of another type.
  case description(String, isCut: Bool)
  case reference(UInt32)
  case bytes([UInt8])
  /// The number of a layout, in 4 bytes, and the parts of a value.
  case shaped([UInt8], isCut: Bool)
  /// The value of the record with this sequence number.
  case repeated(UInt64)

  /// The text of a name or a description; nil for anything else.
  public var text: String? {
    switch self {
    case .string(let text, _), .description(let text, _): text
    default: nil
    }
  }
}

/// The header of a trace file.
public struct TraceHeader: Equatable, Sendable {
  public var version: UInt32
  /// The recording ended in an orderly way; false when the program was cut off.
  public var isClosed: Bool
  public var startTicks: UInt64
  /// Nanoseconds since 1970 when recording started.
  public var startWallClock: UInt64
  public var ticksPerSecond: Double
  public var processIdentifier: UInt32
  /// Records that could not be stored, and the errno that kept them out (0 for a size limit).
  public var droppedRecords: UInt64
  public var dropReason: UInt32
  /// Records of events that newer ones have replaced, because the file had reached its limit.
  public var removedRecords: UInt64
  /// Whether the recording was asked to keep only its newest part.
  package var isRing = false
  /// Whether the program's output was not recorded.
  package var isWithoutOutput = false
  /// Bytes of a segment; 0 for a file that has none.
  public var segmentSize: Int
}
