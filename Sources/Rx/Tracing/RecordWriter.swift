import CPlatform
import Synchronization
import TraceFormat

/// Writes records into the slots of a file. A payload that does not fit into its record's slot follows it.
struct RecordWriter: Sendable {
  let file: TraceFile

  /// Writes a record whose payload is in its slot.
  /// - Returns: its sequence number; the other overloads return the same.
  @discardableResult
  @inline(__always)
  func write(_ slot: SlotContents) -> UInt32 {
    guard let (pointer, sequence) = file.claim(1) else { return 0 }
    slot.fill(pointer)
    return sequence
  }

  @discardableResult
  @inline(__always)
  func write(_ slot: SlotContents, _ text: String) -> UInt32 {
    var text = text
    return text.withUTF8 { write(slot, UnsafeRawBufferPointer($0)) }
  }

  /// Writes a record whose payload is `bytes`.
  @discardableResult
  func write(_ slot: SlotContents, _ bytes: UnsafeRawBufferPointer) -> UInt32 {
    let count = min(bytes.count, TraceFormat.maximumPayloadSize)
    let slots = TraceFormat.payloadSlots(count)
    guard let (pointer, sequence) = file.claim(1 + slots) else { return 0 }
    var slot = slot
    slot.set(count < bytes.count ? PayloadFlags.cut : 0)
    if slots == 0 {
      slot.set(UInt8(count))
      withUnsafeMutableBytes(of: &slot.word) { $0.copyMemory(from: bytes) }
    } else {
      slot.set(PayloadFlags.following)
      slot.word = UInt64(count)
      slot.begin(pointer)
      (pointer + TraceFormat.slotSize).copyMemory(from: bytes.baseAddress!, byteCount: count)
    }
    slot.fill(pointer)
    return sequence
  }

  /// Writes a definition of a number.
  func define(_ head: RecordHead, object: UInt32, site: UInt32 = 0, _ text: String) {
    write(SlotContents(head.with(.string), nil, object, site, 0), text)
  }

  func define(_ head: RecordHead, object: UInt32, site: UInt32 = 0, _ bytes: UnsafeRawBufferPointer) {
    write(SlotContents(head.with(.bytes), nil, object, site, 0), bytes)
  }
}

/// The contents of one slot.
struct SlotContents {
  private var head: UInt64
  private let objectAndSite: UInt64
  var word: UInt64

  /// - Parameter thread: nil for a definition, which does not belong to a thread.
  @inline(__always)
  init(
    _ head: RecordHead, _ thread: UnsafeMutablePointer<hw_thread>?, _ object: UInt32, _ site: UInt32, _ word: UInt64
  ) {
    self.head = UInt64(head.bits)
    if let thread {
      self.head |= UInt64(thread.pointee.recorder.ordinal) << 32 | UInt64(thread.pointee.recorder.depth) << 48
    }
    objectAndSite = UInt64(object) | UInt64(site) << 32
    self.word = word
  }

  /// Sets bits in the payload's flags.
  mutating func set(_ flags: UInt8) {
    head |= UInt64(flags) << 24
  }

  /// Stores the record's length before its payload, so that a reader can skip a record that a crash left unfinished,
  /// and does not read the payload as records.
  func begin(_ slot: UnsafeMutableRawPointer) {
    slot.storeBytes(of: word, toByteOffset: TraceFormat.Slot.payload, as: UInt64.self)
    slot.assumingMemoryBound(to: Atomic<UInt64>.self).pointee.store(head & ~0xFF, ordering: .releasing)
    atomicMemoryFence(ordering: .acquiringAndReleasing)
  }

  /// Stores the word with the record's kind last: a slot whose kind is 0 was never finished.
  @inline(__always)
  func fill(_ slot: UnsafeMutableRawPointer) {
    slot.storeBytes(of: hw_ticks(), toByteOffset: TraceFormat.Slot.time, as: UInt64.self)
    slot.storeBytes(of: objectAndSite, toByteOffset: TraceFormat.Slot.object, as: UInt64.self)
    slot.storeBytes(of: word, toByteOffset: TraceFormat.Slot.payload, as: UInt64.self)
    slot.assumingMemoryBound(to: Atomic<UInt64>.self).pointee.store(head, ordering: .releasing)
  }
}
