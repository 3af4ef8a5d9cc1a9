import TraceFormat

/// A record in the reader's buffer: nothing is copied, and it is invalid once the reader goes on.
package struct RecordView {
  private let slot: UnsafeRawPointer
  /// The index of the record's first slot.
  let sequence: UInt64
  /// The record's kind; nil if this version does not know it.
  package let kind: RecordKind?

  package init(slot: UnsafeRawPointer, sequence: UInt64) {
    self.slot = slot
    self.sequence = sequence
    kind = RecordKind(rawValue: slot.load(fromByteOffset: TraceFormat.Slot.kind, as: UInt8.self))
  }

  private init(slot: UnsafeRawPointer, of other: RecordView) {
    self.slot = slot
    (sequence, kind) = (other.sequence, other.kind)
  }

  /// The record after its bytes have moved.
  func moved(to slot: UnsafeRawPointer) -> RecordView { RecordView(slot: slot, of: self) }

  @inline(__always)
  private func number<Number: FixedWidthInteger>(_ offset: Int) -> Number {
    Number(littleEndian: slot.loadUnaligned(fromByteOffset: offset, as: Number.self))
  }

  var kindByte: UInt8 { number(TraceFormat.Slot.kind) }
  /// Whether the record defines a number, or is of a kind that is newer than this version.
  package var isDefinition: Bool { kindByte >= RecordKind.defineObject.rawValue }
  /// The event's code, which may have the bit ``TraceFormat/Slot/undelivered``.
  var eventByte: UInt8 { number(TraceFormat.Slot.event) }
  var event: EventCode { EventCode(rawValue: eventByte & ~TraceFormat.Slot.undelivered) ?? .none }
  var isUndelivered: Bool { eventByte & TraceFormat.Slot.undelivered != 0 }
  var payloadTypeByte: UInt8 { number(TraceFormat.Slot.payloadType) }
  var payloadType: PayloadType { PayloadType(rawValue: payloadTypeByte) ?? .none }
  var flags: UInt8 { number(TraceFormat.Slot.payloadFlags) }
  var isCut: Bool { flags & PayloadFlags.cut != 0 }
  package var thread: UInt16 { number(TraceFormat.Slot.thread) }
  var depth: UInt16 { number(TraceFormat.Slot.depth) }
  var time: UInt64 { number(TraceFormat.Slot.time) }
  package var object: UInt32 { number(TraceFormat.Slot.object) }
  var site: UInt32 { number(TraceFormat.Slot.site) }
  /// The source line of an event. In files with segments, it shares its bytes with the ``gap``.
  func callSite(_ header: TraceHeader) -> UInt32 { header.hasSegments ? site & 0xFFFF : site }
  /// The ticks since the closure returned that was the thread's innermost call; 0 if no closure did.
  var gap: UInt64 { TraceFormat.Gap(bits: number(TraceFormat.Slot.gap)).ticks }
  var word: UInt64 { number(TraceFormat.Slot.payload) }

  /// The record as it is in the file.
  var whole: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: slot, count: (1 + followingSlots) * TraceFormat.slotSize)
  }

  /// The number of bytes that follow the slot. Only the flags tell it, and not the type of the payload.
  package var followingBytes: UInt64 { flags & PayloadFlags.following != 0 ? word : 0 }
  /// The number of slots for the following bytes, which must not be more than a file can hold.
  package var followingSlots: Int { (Int(followingBytes) + TraceFormat.slotSize - 1) / TraceFormat.slotSize }

  /// The bytes of a string, a description or raw bytes.
  var bytes: UnsafeRawBufferPointer {
    let all = allBytes
    guard _slowPath(isIdentified) else { return all }
    return UnsafeRawBufferPointer(rebasing: all.dropFirst(MemoryLayout<UInt32>.size))
  }

  private var isIdentified: Bool { flags & PayloadFlags.identified != 0 && payloadType == .description }

  /// The number of the object that the value is; 0 if the value is not an object, or the number is not known.
  var identity: UInt32 {
    let all = allBytes
    guard _slowPath(isIdentified), all.count >= MemoryLayout<UInt32>.size else { return 0 }
    return UInt32(littleEndian: all.loadUnaligned(as: UInt32.self))
  }

  private var allBytes: UnsafeRawBufferPointer {
    if flags & PayloadFlags.following != 0 {
      return UnsafeRawBufferPointer(start: slot + TraceFormat.slotSize, count: Int(word))
    }
    let count = min(Int(flags & PayloadFlags.inlineCount), TraceFormat.inlinePayloadSize)
    return UnsafeRawBufferPointer(start: slot + TraceFormat.Slot.payload, count: count)
  }

  /// The bytes of a string or a description; empty for another payload.
  var text: UnsafeRawBufferPointer {
    switch payloadType {
    case .string, .description: bytes
    default: UnsafeRawBufferPointer(start: nil, count: 0)
    }
  }

  /// Whether nothing was stored in the slot.
  package var isEmpty: Bool {
    let words = slot.loadUnaligned(as: SIMD4<UInt64>.self)
    return words == .zero
  }

  /// Whether a recorder can have written this head.
  ///
  /// In a file of version 1, the payload of a record that a crash left unfinished is not marked as such, and text looks
  /// like records of unknown kinds. No kinds were added while that version was written.
  func isPlausible(inVersion version: UInt32) -> Bool {
    let newest = version < TraceHeader.firstWithSegments ? PayloadType.void : .repeated
    guard payloadTypeByte <= newest.rawValue else { return false }
    guard let kind else { return version > 1 }
    switch kind {
    case .defineObject, .defineInstance: return eventByte <= ObjectRole.scheduler.rawValue
    case .defineLink: return eventByte <= LinkRole.owner.rawValue
    case .defineThread, .defineSite, .defineImage, .defineAssembly, .defineSuperclasses, .defineType,
      .definePlace, .defineCaller, .defineShape:
      return eventByte == 0
    case .padding, .defineFrame, .defineSource:
      return version < TraceHeader.firstWithSegments ? version > 1 : eventByte == 0
    default: return thread > 0 && eventByte & ~TraceFormat.Slot.undelivered <= EventCode.completed.rawValue
    }
  }
}

extension RawRecord {
  init(_ view: RecordView, _ header: TraceHeader) {
    self.init(
      kind: view.kind, event: view.event, isUndelivered: view.isUndelivered,
      payload: Payload(view), thread: view.thread, depth: view.depth, time: view.time, object: view.object,
      site: view.isDefinition ? view.site : view.callSite(header), sequence: view.sequence)
  }
}

extension Payload {
  init(_ view: RecordView) {
    switch view.payloadType {
    case .none: self = .none
    case .void: self = .void
    case .integer: self = .integer(Int64(bitPattern: view.word))
    case .unsignedInteger: self = .unsignedInteger(view.word)
    case .double: self = .double(Double(bitPattern: view.word))
    case .bool: self = .bool(view.word != 0)
    case .reference: self = .reference(UInt32(truncatingIfNeeded: view.word))
    case .string: self = .string(String(decoding: view.bytes, as: UTF8.self), isCut: view.isCut)
    case .description: self = .description(String(decoding: view.bytes, as: UTF8.self), isCut: view.isCut)
    case .bytes: self = .bytes(Array(view.bytes))
    case .shaped: self = .shaped(Array(view.bytes), isCut: view.isCut)
    case .repeated: self = .repeated(view.word)
    }
  }
}
