import TraceFormat

/// The records of a segment in memory.
struct SegmentContents {
  private let start: UnsafeRawPointer
  private let size: Int

  init(_ start: UnsafeRawPointer, _ size: Int) { (self.start, self.size) = (start, size) }

  /// The number of records that are steps of the run.
  var numberOfCalls: UInt64 {
    var count: UInt64 = 0
    forEachSlot { _, kind in count += kind?.isStep == true ? 1 : 0 }
    return count
  }

  /// Whether no thread is in the middle of a record.
  var isFinished: Bool {
    var isFinished = true
    forEachSlot { slot, _ in
      if slot.load(fromByteOffset: TraceFormat.Slot.kind, as: UInt8.self) == 0 { isFinished = false }
    }
    return isFinished
  }

  /// Calls `body` with the first slot of each definition of a loaded file, and the file's path.
  func forEachImage(_ body: (UnsafeRawPointer, String) -> Void) {
    forEachSlot { slot, kind in
      guard kind == .defineImage else { return }
      let flags = slot.load(fromByteOffset: TraceFormat.Slot.payloadFlags, as: UInt8.self)
      let isInline = flags & PayloadFlags.following == 0
      let bytes = UnsafeRawBufferPointer(
        start: slot + (isInline ? TraceFormat.Slot.payload : TraceFormat.slotSize),
        count: isInline ? Int(flags & PayloadFlags.inlineCount) : payloadCount(slot))
      if bytes.count <= start + size - bytes.baseAddress! { body(slot, String(decoding: bytes, as: UTF8.self)) }
    }
  }

  /// Calls `body` with the first slot of each record, and its kind, which is nil if it is not known.
  private func forEachSlot(_ body: (UnsafeRawPointer, RecordKind?) -> Void) {
    var offset = TraceFormat.headerSize
    while offset < size {
      let slot = start + offset
      body(slot, RecordKind(rawValue: slot.load(fromByteOffset: TraceFormat.Slot.kind, as: UInt8.self)))
      offset += TraceFormat.slotSize + followingBytes(slot)
    }
  }

  private func followingBytes(_ slot: UnsafeRawPointer) -> Int {
    let flags = slot.load(fromByteOffset: TraceFormat.Slot.payloadFlags, as: UInt8.self)
    guard flags & PayloadFlags.following != 0 else { return 0 }
    return TraceFormat.payloadSlots(payloadCount(slot)) * TraceFormat.slotSize
  }

  private func payloadCount(_ slot: UnsafeRawPointer) -> Int {
    Int(clamping: min(slot.load(fromByteOffset: TraceFormat.Slot.payload, as: UInt64.self), UInt64(size)))
  }
}
