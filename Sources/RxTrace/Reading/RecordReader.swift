import Foundation
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

  private let path: String
  private let file: FileHandle
  private let headerSize: Int
  private let usedSlots: UInt64
  private var buffer: [UInt8] = []
  private var position = 0
  private var slot: UInt32 = 0
  private var reachedEnd = false

  /// Opens a file and reads its header.
  /// - Throws: ``TraceError``.
  public init(path: String) throws {
    self.path = path
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw TraceError.unreadable(path: path, reason: String(cString: strerror(errno)))
    }
    self.file = file
    let bytes = try Self.read(file, TraceFormat.headerSize, path)
    let parsed = try Self.parseHeader(bytes, path: path)
    (header, headerSize, usedSlots) = (parsed.header, parsed.size, parsed.usedSlots)
    if headerSize > bytes.count {
      _ = try Self.read(file, headerSize - bytes.count, path)
    }
  }

  deinit { try? file.close() }

  /// The next record, or nil at the end of what was recorded.
  public func next() throws -> RawRecord? {
    while try fill(TraceFormat.slotSize) {
      if header.isClosed && UInt64(slot) >= usedSlots { return nil }
      let sequence = slot
      let head = Array(buffer[position..<position + TraceFormat.slotSize])
      advance(1)
      guard head[TraceFormat.Slot.kind] != 0, let record = try record(from: head, sequence: sequence) else {
        skippedSlots += 1
        continue
      }
      return record
    }
    return nil
  }

  private func record(from head: [UInt8], sequence: UInt32) throws -> RawRecord? {
    guard let payload = try payload(of: head) else { return nil }
    let event = head[TraceFormat.Slot.event]
    return RawRecord(
      kind: RecordKind(rawValue: head[TraceFormat.Slot.kind]),
      event: EventCode(rawValue: event & ~TraceFormat.Slot.undelivered) ?? .none,
      eventByte: event,
      isUndelivered: event & TraceFormat.Slot.undelivered != 0,
      payload: payload,
      thread: head.integer(at: TraceFormat.Slot.thread),
      depth: head.integer(at: TraceFormat.Slot.depth),
      time: head.integer(at: TraceFormat.Slot.time),
      object: head.integer(at: TraceFormat.Slot.object),
      site: head.integer(at: TraceFormat.Slot.site),
      sequence: sequence)
  }

  /// The payload, read from the following slots where it is there; nil when it cannot be one.
  private func payload(of head: [UInt8]) throws -> Payload? {
    let word: UInt64 = head.integer(at: TraceFormat.Slot.payload)
    let flags = head[TraceFormat.Slot.payloadFlags]
    guard let type = PayloadType(rawValue: head[TraceFormat.Slot.payloadType]) else { return Payload.none }
    let isCut = flags & PayloadFlags.cut != 0
    switch type {
    case .none: return Payload.none
    case .void: return .void
    case .integer: return .integer(Int64(bitPattern: word))
    case .unsignedInteger: return .unsignedInteger(word)
    case .double: return .double(Double(bitPattern: word))
    case .bool: return .bool(word != 0)
    case .reference: return .reference(UInt32(truncatingIfNeeded: word))
    case .string: return try bytes(head, flags, word).map { .string(String(decoding: $0, as: UTF8.self), isCut: isCut) }
    case .description:
      return try bytes(head, flags, word).map { .description(String(decoding: $0, as: UTF8.self), isCut: isCut) }
    case .bytes: return try bytes(head, flags, word).map { .bytes(Array($0)) }
    }
  }

  private func bytes(_ head: [UInt8], _ flags: UInt8, _ word: UInt64) throws -> ArraySlice<UInt8>? {
    guard flags & PayloadFlags.following != 0 else {
      let count = min(Int(flags & PayloadFlags.inlineCount), TraceFormat.inlinePayloadSize)
      return head[TraceFormat.Slot.payload..<TraceFormat.Slot.payload + count]
    }
    guard word <= UInt64(TraceFormat.maximumPayloadSize) else { return nil }
    let slots = (Int(word) + TraceFormat.slotSize - 1) / TraceFormat.slotSize
    guard try fill(slots * TraceFormat.slotSize) else { return nil }
    defer { advance(slots) }
    return buffer[position..<position + Int(word)]
  }

  private func advance(_ slots: Int) {
    position += slots * TraceFormat.slotSize
    slot &+= UInt32(slots)
  }

  /// Makes at least `count` bytes available at `position`; false when the file ends before.
  private func fill(_ count: Int) throws -> Bool {
    while buffer.count - position < count && !reachedEnd {
      let chunk = try Self.read(file, 1 << 18, path)
      reachedEnd = chunk.isEmpty
      buffer.removeFirst(position)
      position = 0
      buffer += chunk
    }
    return buffer.count - position >= count
  }

  private static func read(_ file: FileHandle, _ count: Int, _ path: String) throws -> [UInt8] {
    do {
      return try file.read(upToCount: count).map { Array($0) } ?? []
    } catch {
      throw TraceError.unreadable(path: path, reason: "\(error)")
    }
  }

  private static func parseHeader(
    _ bytes: [UInt8], path: String
  ) throws -> (header: TraceHeader, size: Int, usedSlots: UInt64) {
    typealias Field = TraceFormat.Header
    guard bytes.starts(with: TraceFormat.magic) else { throw TraceError.notATrace(path: path) }
    guard bytes.count == TraceFormat.headerSize else {
      throw TraceError.damagedHeader(path: path, detail: "the file ends after \(bytes.count) bytes")
    }
    let version: UInt32 = bytes.integer(at: Field.version)
    guard version <= TraceFormat.version else { throw TraceError.newerVersion(path: path, version: version) }
    let size: UInt32 = bytes.integer(at: Field.headerSize)
    let slotSize: UInt32 = bytes.integer(at: Field.slotSize)
    let rate = Double(bitPattern: bytes.integer(at: Field.ticksPerSecond))
    guard version > 0, (UInt32(TraceFormat.headerSize)...65_536).contains(size),
      slotSize == TraceFormat.slotSize, rate.isFinite, rate > 0
    else {
      throw TraceError.damagedHeader(
        path: path, detail: "version \(version), header \(size) bytes, slot \(slotSize) bytes, \(rate) ticks a second")
    }
    let flags: UInt32 = bytes.integer(at: Field.flags)
    let header = TraceHeader(
      version: version, isClosed: flags & Field.closedFlag != 0,
      startTicks: bytes.integer(at: Field.startTicks), startWallClock: bytes.integer(at: Field.startWallClock),
      ticksPerSecond: rate, processIdentifier: bytes.integer(at: Field.processIdentifier),
      droppedRecords: bytes.integer(at: Field.droppedRecords), dropReason: bytes.integer(at: Field.dropReason))
    return (header, Int(size), bytes.integer(at: Field.usedSlots))
  }
}

extension [UInt8] {
  /// The little-endian number that starts at `offset`.
  fileprivate func integer<Number: FixedWidthInteger>(at offset: Int) -> Number {
    var number: Number = 0
    for index in (0..<MemoryLayout<Number>.size).reversed() {
      number = number << 8 | Number(truncatingIfNeeded: self[offset + index])
    }
    return number
  }
}
