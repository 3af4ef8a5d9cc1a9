import Foundation
import TraceFormat

/// Writes trace files for tests, record by record, independently of the engine's recorder.
struct TraceWriter {
  /// The records so far, without headers and padding.
  private(set) var slots: [UInt8] = []
  /// Before 5, the file has no segments.
  var version = TraceFormat.version
  var segmentSize = TraceFormat.segmentSizes.upperBound
  var isClosed = true
  var isRing = false
  var droppedRecords: UInt64 = 0
  var dropReason: UInt32 = 0
  var removedRecords: UInt64 = 0
  private var segments = [Segment(number: 0, start: 0)]

  private struct Segment {
    var number: UInt64
    /// The byte in ``slots`` at which it begins.
    var start: Int
  }

  /// A payload as it is stored.
  enum Value {
    case none, void
    case integer(Int64)
    case unsigned(UInt64)
    case double(Double)
    case bool(Bool)
    case reference(UInt32)
    case string(String)
    case description(String)
    case cut(String)
    case bytes([UInt8])
    case shaped(layout: UInt32, [UInt8])
    case repeated(UInt64)
    /// An instance of a class by its number, and its description.
    case instance(UInt32, String)
    /// A call stack.
    case frames([(image: UInt16, offset: UInt64)])

    /// A reference to a record.
    static func record(_ sequence: UInt64) -> Value { .reference(UInt32(truncatingIfNeeded: sequence)) }
  }

  /// Adds a record and gives its sequence number.
  @discardableResult
  mutating func add(
    _ kind: RecordKind, _ event: UInt8 = 0, object: UInt32 = 0, site: UInt32 = 0, thread: UInt16 = 1,
    depth: UInt16 = 0, time: UInt64? = nil, _ value: Value = .none, isCut: Bool = false
  ) -> UInt64 {
    // A file that defines objects in this way is of an older version.
    if kind == .defineObject { version = min(version, 2) }
    let encoded = Encoded(value)
    let neededSlots = 1 + encoded.following.count / TraceFormat.slotSize
    if hasSegments, usedSlots + neededSlots > slotsOfSegment { beginSegment() }
    let sequence = sequence
    let flags = encoded.flags | (isCut ? PayloadFlags.cut : 0)
    var slot = [kind.rawValue, event, encoded.type.rawValue, flags]
    slot += thread.bytes + depth.bytes + (1000 + (time ?? count)).bytes + object.bytes + site.bytes
    slots += slot + encoded.word.bytes + encoded.following
    return sequence
  }

  /// Adds a record as no recorder of today writes it.
  mutating func addUnknown(kind: UInt8, event: UInt8 = 0, payloadType: UInt8 = 0, object: UInt32 = 0, depth: UInt16 = 0)
  {
    let time = (1000 + count).bytes
    slots += [kind, event, payloadType, 0] + UInt16(1).bytes + depth.bytes + time
    slots += object.bytes + UInt32(0).bytes + UInt64(0).bytes
  }

  /// Ends the segment, and goes on with the next one, or a later one.
  mutating func beginSegment(_ number: UInt64? = nil) {
    segments.append(Segment(number: number ?? segments.last!.number + 1, start: slots.count))
  }

  // MARK: Files

  private var hasSegments: Bool { version >= 5 }
  private var slotsOfSegment: Int { segmentSize / TraceFormat.slotSize }
  /// The slots of records so far, which is also the time at which a record happened, unless another is given.
  private var count: UInt64 { UInt64(slots.count / TraceFormat.slotSize) }
  /// The slots of the segment so far.
  private var usedSlots: Int {
    TraceFormat.headerSlots + (slots.count - segments[segments.count - 1].start) / TraceFormat.slotSize
  }

  /// The number of the next record.
  private var sequence: UInt64 {
    hasSegments ? segments.last!.number * UInt64(slotsOfSegment) + UInt64(usedSlots) : count
  }

  /// The whole file, whose last segment ends with its last record.
  var file: [UInt8] {
    hasSegments ? segments.indices.flatMap { segment($0, isLast: $0 == segments.count - 1) } : header(0) + slots
  }

  /// The segments, each of the full size.
  var wholeSegments: [[UInt8]] {
    segments.indices.map { index in
      let bytes = segment(index, isLast: index == segments.count - 1)
      return bytes + [UInt8](repeating: 0, count: segmentSize - bytes.count)
    }
  }

  private func segment(_ index: Int, isLast: Bool) -> [UInt8] {
    let end = isLast ? slots.count : segments[index + 1].start
    let bytes = header(index) + slots[segments[index].start..<end]
    return isLast ? bytes : bytes + padding(segmentSize - bytes.count)
  }

  private func padding(_ count: Int) -> [UInt8] {
    guard count > 0 else { return [] }
    let following = count - TraceFormat.slotSize
    let flags = following > 0 ? PayloadFlags.following : 0
    let head = [RecordKind.padding.rawValue, 0, PayloadType.bytes.rawValue, flags] + [UInt8](repeating: 0, count: 20)
    return head + UInt64(following).bytes + [UInt8](repeating: 0xFF, count: following)
  }

  private var flags: UInt32 {
    (isClosed ? TraceFormat.Header.closedFlag : 0) | (isRing ? TraceFormat.Header.ringFlag : 0)
  }

  private func header(_ index: Int) -> [UInt8] {
    var header = TraceFormat.magic + version.bytes + UInt32(TraceFormat.headerSize).bytes
    header += UInt32(TraceFormat.slotSize).bytes + flags.bytes
    header += UInt64(1000).bytes + UInt64(0).bytes + (1e9).bitPattern.bytes + UInt32(7).bytes
    header += UInt32(hasSegments ? segmentSize : 0).bytes + sequence.bytes + droppedRecords.bytes + dropReason.bytes
    header += UInt32(0).bytes + segments[index].number.bytes
    header += (1000 + UInt64(segments[index].start / TraceFormat.slotSize)).bytes + removedRecords.bytes
    return header + [UInt8](repeating: 0, count: TraceFormat.headerSize - header.count)
  }
}

private struct Encoded {
  var type = PayloadType.none
  var flags: UInt8 = 0
  var word: UInt64 = 0
  var following: [UInt8] = []

  init(_ value: TraceWriter.Value) {
    switch value {
    case .none: break
    case .void: type = .void
    case .integer(let number): (type, word) = (.integer, UInt64(bitPattern: number))
    case .unsigned(let number): (type, word) = (.unsignedInteger, number)
    case .double(let number): (type, word) = (.double, number.bitPattern)
    case .bool(let flag): (type, word) = (.bool, flag ? 1 : 0)
    case .reference(let number): (type, word) = (.reference, UInt64(number))
    case .string(let text): store(.string, Array(text.utf8))
    case .description(let text): store(.description, Array(text.utf8))
    case .cut(let text): store(.string, Array(text.utf8), PayloadFlags.cut)
    case .bytes(let bytes): store(.bytes, bytes)
    case .shaped(let layout, let parts): store(.shaped, layout.bytes + parts)
    case .repeated(let sequence): (type, word) = (.repeated, sequence)
    case .instance(let number, let text):
      store(.description, number.bytes + Array(text.utf8), PayloadFlags.identified)
    case .frames(let frames): store(.bytes, frames.flatMap { (UInt64($0.image) << 48 | $0.offset).bytes })
    }
  }

  private mutating func store(_ type: PayloadType, _ bytes: [UInt8], _ flags: UInt8 = 0) {
    self.type = type
    let slots = TraceFormat.payloadSlots(bytes.count)
    guard slots > 0 else {
      self.flags = flags | UInt8(bytes.count)
      word = (bytes + [UInt8](repeating: 0, count: 8 - bytes.count)).reversed().reduce(0) { $0 << 8 | UInt64($1) }
      return
    }
    self.flags = flags | PayloadFlags.following
    word = UInt64(bytes.count)
    following = bytes + [UInt8](repeating: 0, count: slots * TraceFormat.slotSize - bytes.count)
  }
}

extension FixedWidthInteger {
  /// Little-endian.
  var bytes: [UInt8] { withUnsafeBytes(of: littleEndian) { Array($0) } }
}

/// Gives `body` the path of a file with these bytes.
func withFile<Result>(_ bytes: [UInt8], _ body: (String) throws -> Result) throws -> Result {
  let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).hwtrace")
  try Data(bytes).write(to: file)
  defer { try? FileManager.default.removeItem(at: file) }
  return try body(file.path)
}

extension TraceWriter {
  static let next = EventCode.next.rawValue
  static let completed = EventCode.completed.rawValue

  /// `Observable.create { $0.onNext("hello"); … }.subscribe(onNext: { print($0) })`, shortened.
  static var hello: TraceWriter {
    var writer = TraceWriter()
    writer.add(.defineThread, 0, .string(""))
    writer.add(.defineObject, ObjectRole.observable.rawValue, object: 1, .string("AnonymousObservable<String>"))
    writer.add(.defineObject, ObjectRole.observer.rawValue, object: 2, .string("AnonymousObserver<String>"))
    writer.add(
      .defineObject, ObjectRole.sink.rawValue, object: 3, site: 2, .string("AnonymousObservableSink<String>"))
    writer.add(.defineLink, object: 3, site: 2, .string("observer"))
    writer.add(.defineSite, object: 1, .string("Rx/Producer.swift:31"))
    writer.add(.defineSite, object: 2, .string("Rx/Create.swift:8"))
    writer.add(.defineImage, object: 1, .string("/tmp/hello"))
    writer.add(.defineAssembly, object: 1, .bytes([1, 0, 0, 0, 0, 0, 0, 0, 0x34, 0x12, 0, 0, 0, 0, 0, 0]))
    writer.add(.subscribeClosures, object: 1)
    writer.add(.subscribe, object: 1, depth: 1, .reference(2))
    writer.add(.run, object: 1, site: 1, depth: 2, .reference(2))
    writer.add(.closure, object: 3, depth: 3)
    writer.add(.on, next, object: 3, depth: 4, .string("hello"))
    writer.add(.forwardOn, next, object: 3, site: 2, depth: 5, .string("hello"))
    writer.add(.onCore, next, object: 2, depth: 7, .string("hello"))
    writer.add(.closure, next, object: 2, depth: 8, .string("hello"))
    writer.add(.output, object: 1, depth: 9, .string("hello\n"))
    writer.add(.forwardOn, completed | TraceFormat.Slot.undelivered, object: 3, site: 2, depth: 5)
    writer.add(.returned)
    return writer
  }
}
