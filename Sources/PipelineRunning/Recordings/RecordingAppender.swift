import Foundation
import RxTrace
import TraceFormat

/// Adds definitions to a recording after its run, so that it stays a valid file at every moment.
///
/// In a closed recording, the definitions follow the last record, and count once the header says that their slots are
/// in use, because the system writes that number at once.
/// An unclosed recording has no such number. There, they follow a record of padding, which covers them until all are
/// written. New segments count once they begin with the format's magic bytes, which are written at once as well.
struct RecordingAppender {
  private let file: Int32
  private let layout: RecordingLayout
  private var parts: [Part] = []
  /// The images that the newest segment defines after the run.
  private var definedImages: Set<UInt32> = []
  private var isEmpty = true

  /// The bytes for one place of the file.
  private struct Part {
    var segment: UInt64
    var offset: Int
    /// The slots of the segment that are in use.
    var usedSlots: Int
    var bytes: [UInt8] = []
  }

  /// - Parameter file: the recording's descriptor, for reading and writing. Nobody else may write to the file.
  /// - Returns: nil for a version without segments.
  init?(_ file: Int32) {
    guard let layout = RecordingLayout(file) else { return nil }
    (self.file, self.layout) = (file, layout)
    let offset = layout.offset(ofPlace: layout.lastPlace) + layout.usedSlots * TraceFormat.slotSize
    parts = [Part(segment: layout.lastSegment, offset: offset, usedSlots: layout.usedSlots)]
    guard !layout.isClosed else { return }
    // The segment may not have even one free slot.
    if hasRoom(for: TraceFormat.slotSize) { append(Self.record(.padding, [], layout.ticks)) }
  }

  /// The most bytes that a record's payload may have.
  var mostBytes: Int { TraceFormat.longestPayload(inSegmentOf: layout.segmentSize) }

  // MARK: Records

  /// Adds a record after the definition of the image that it is about.
  mutating func add(_ kind: RecordKind, ofImage path: String, _ image: RecordedProgram.Image, _ payload: [UInt8]) {
    let definition = Self.record(.defineImage, object: image.number, site: image.mark, Array(path.utf8), layout.ticks)
    let record = Self.record(kind, object: image.number, payload, layout.ticks)
    guard definition.count + record.count <= layout.segmentSize / 2 else { return }
    if !hasRoom(for: definition.count + record.count) { beginSegment() }
    if definedImages.insert(image.number).inserted { append(definition) }
    append(record)
    isEmpty = false
  }

  private mutating func add(_ kind: RecordKind, object: UInt32, site: UInt32, _ payload: [UInt8]) {
    let record = Self.record(kind, object: object, site: site, payload, layout.ticks)
    if !hasRoom(for: record.count) { beginSegment() }
    append(record)
    isEmpty = false
  }

  /// Adds a source file's name, and its text in pieces.
  mutating func addSource(_ number: UInt32, name: String, _ text: String) {
    let (bytes, length) = (Array(text.utf8), mostBytes)
    add(.defineSource, object: number, site: 0, Array(name.utf8))
    for (piece, start) in stride(from: 0, to: bytes.count, by: length).enumerated() {
      let end = min(start + length, bytes.count)
      add(.defineSource, object: number, site: UInt32(piece + 1), Array(bytes[start..<end]))
    }
  }

  private func hasRoom(for count: Int) -> Bool {
    (layout.slotsOfSegment - parts[parts.count - 1].usedSlots) * TraceFormat.slotSize >= count
  }

  private mutating func append(_ bytes: [UInt8]) {
    parts[parts.count - 1].bytes += bytes
    parts[parts.count - 1].usedSlots += bytes.count / TraceFormat.slotSize
  }

  /// Fills the segment, because slots in which nothing is stored count as records that were not finished.
  private mutating func beginSegment() {
    while hasRoom(for: TraceFormat.slotSize) {
      let rest = (layout.slotsOfSegment - parts[parts.count - 1].usedSlots - 1) * TraceFormat.slotSize
      append(Self.record(.padding, [UInt8](repeating: 0, count: min(rest, 1 << 16)), layout.ticks))
    }
    let number = parts.count
    let offset = layout.offset(ofPlace: layout.places - 1 + number)
    let segment = layout.lastSegment + UInt64(number)
    parts.append(
      Part(segment: segment, offset: offset, usedSlots: TraceFormat.headerSlots, bytes: layout.header(segment)))
    definedImages = []
  }

  private static func record(
    _ kind: RecordKind, object: UInt32 = 0, site: UInt32 = 0, _ payload: [UInt8], _ time: UInt64
  ) -> [UInt8] {
    let following = TraceFormat.payloadSlots(payload.count) * TraceFormat.slotSize
    var slot = [UInt8](repeating: 0, count: TraceFormat.slotSize + following)
    slot[TraceFormat.Slot.kind] = kind.rawValue
    slot[TraceFormat.Slot.payloadType] = (kind == .padding ? PayloadType.bytes : .string).rawValue
    slot.store(time, at: TraceFormat.Slot.time)
    slot.store(object, at: TraceFormat.Slot.object)
    slot.store(site, at: TraceFormat.Slot.site)
    slot[TraceFormat.Slot.payloadFlags] = following > 0 ? PayloadFlags.following : UInt8(payload.count)
    if following > 0 { slot.store(UInt64(payload.count), at: TraceFormat.Slot.payload) }
    let start = following > 0 ? TraceFormat.slotSize : TraceFormat.Slot.payload
    slot.replaceSubrange(start..<start + payload.count, with: payload)
    return slot
  }

  // MARK: The file

  /// The size of the file in bytes, with the records that were added.
  var sizeOfFile: Int {
    max(min(layout.size, layout.end), isEmpty ? 0 : parts.map { $0.offset + $0.bytes.count }.max() ?? 0)
  }

  /// Writes the records that were added. If that is not possible, the file is as it was.
  /// - Throws: ``SystemError/failed(_:)``
  func commit() throws {
    guard !isEmpty else { return }
    do {
      // The file may end with room that a program reserved and did not use, or with the rest of an interrupted attempt.
      if layout.size > layout.end { try check(ftruncate(file, off_t(layout.end)) == 0) }
      for change in changes { try write(change.bytes, at: change.offset) }
    } catch {
      let reason = systemMessage()
      ftruncate(file, off_t(min(layout.size, layout.end)))
      throw SystemError.failed("the symbols and the source could not be added to the recording: \(reason)")
    }
  }

  /// The writes, in their order: the file can be read after each byte of them.
  var changes: [(offset: Int, bytes: [UInt8])] {
    if layout.isClosed {
      let last = parts[parts.count - 1]
      let used = last.segment * UInt64(layout.slotsOfSegment) + UInt64(last.usedSlots)
      return parts.map { ($0.offset, $0.bytes) } + [(TraceFormat.Header.usedSlots, used.littleEndianBytes)]
    }
    let (first, count) = (parts[0], TraceFormat.magic.count)
    let segments = parts.dropFirst()
    let (cover, rest) = (first.bytes.prefix(TraceFormat.slotSize), first.bytes.dropFirst(TraceFormat.slotSize))
    var changes: [(offset: Int, bytes: [UInt8])] = []
    if !rest.isEmpty {
      // The file must be as long as the records that are covered.
      changes.append((first.offset + first.bytes.count - 1, [0]))
      changes.append((first.offset, Self.cover(of: rest.count)))
      changes.append((first.offset + TraceFormat.slotSize, Array(rest)))
    }
    changes += segments.map { ($0.offset + count, Array($0.bytes.dropFirst(count))) }
    changes += segments.reversed().map { ($0.offset, TraceFormat.magic) }
    return changes + [(first.offset, Array(cover))]
  }

  private static func cover(of count: Int) -> [UInt8] {
    var slot = record(.padding, [], 0)
    slot[TraceFormat.Slot.payloadFlags] = PayloadFlags.following
    slot.store(UInt64(count), at: TraceFormat.Slot.payload)
    return slot
  }

  private struct Failure: Error {}

  private func check(_ succeeded: Bool) throws { if !succeeded { throw Failure() } }

  private func write(_ bytes: [UInt8], at offset: Int) throws {
    var written = 0
    while written < bytes.count {
      let more = bytes.withUnsafeBytes {
        pwrite(file, $0.baseAddress! + written, $0.count - written, off_t(offset + written))
      }
      if more < 0 && errno == EINTR { continue }
      try check(more > 0)
      written += more
    }
  }
}

extension [UInt8] {
  mutating func store<Number: FixedWidthInteger>(_ number: Number, at offset: Int) {
    replaceSubrange(offset..<offset + MemoryLayout<Number>.size, with: number.littleEndianBytes)
  }
}

extension FixedWidthInteger {
  fileprivate var littleEndianBytes: [UInt8] { withUnsafeBytes(of: littleEndian) { Array($0) } }
}
