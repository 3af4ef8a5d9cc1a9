import TraceFormat

/// The records of a segment in memory.
struct SegmentContents {
  private let start: UnsafeRawPointer
  private let size: Int

  init(_ start: UnsafeRawPointer, _ size: Int) { (self.start, self.size) = (start, size) }

  /// The number of records that are steps of the run.
  var numberOfCalls: UInt64 {
    var count: UInt64 = 0
    var offset = TraceFormat.headerSize
    while offset < size {
      let slot = start + offset
      if let kind = RecordKind(rawValue: slot.load(fromByteOffset: TraceFormat.Slot.kind, as: UInt8.self)) {
        count += kind.isStep ? 1 : 0
      }
      offset += TraceFormat.slotSize + followingBytes(slot)
    }
    return count
  }

  private func followingBytes(_ slot: UnsafeRawPointer) -> Int {
    let flags = slot.load(fromByteOffset: TraceFormat.Slot.payloadFlags, as: UInt8.self)
    guard flags & PayloadFlags.following != 0 else { return 0 }
    let count = slot.load(fromByteOffset: TraceFormat.Slot.payload, as: UInt64.self)
    return TraceFormat.payloadSlots(Int(clamping: min(count, UInt64(size)))) * TraceFormat.slotSize
  }
}
