import CPlatform
import Synchronization
import TraceFormat

/// Writes records into the slots of a file. A payload that does not fit into its record's slot follows it.
///
/// Each method writes into one segment, and writes nothing if that has no room any more.
struct RecordWriter: Sendable {
  let file: TraceFile

  /// Writes a record whose payload is in its slot.
  /// - Returns: its sequence number, as ``write(_:_:isCut:in:)`` does; nil if it was not written.
  @inline(__always)
  func write(_ slot: SlotContents, in segment: Segment) -> UInt64? {
    guard let (pointer, sequence) = file.claim(1, in: segment) else { return nil }
    slot.fill(pointer)
    return sequence
  }

  /// Writes a record whose payload is `bytes`.
  /// - Parameters:
  ///   - isCut: whether they are only the beginning of a value.
  ///   - instance: the number of the object that they describe, to be stored before them; 0 for none.
  @inline(__always)
  func write(
    _ slot: SlotContents, _ bytes: UnsafeRawBufferPointer, isCut: Bool = false, instance: UInt32 = 0,
    in segment: Segment
  ) -> UInt64? {
    guard bytes.count <= TraceFormat.inlinePayloadSize, !isCut, instance == 0 else {
      return writeFollowing(slot, bytes, isCut: isCut, instance, segment)
    }
    var slot = slot
    slot.set(UInt8(truncatingIfNeeded: bytes.count))
    withUnsafeMutableBytes(of: &slot.word) { $0.copyMemory(from: bytes) }
    return write(slot, in: segment)
  }

  @inline(never)
  private func writeFollowing(
    _ slot: SlotContents, _ bytes: UnsafeRawBufferPointer, isCut: Bool, _ instance: UInt32, _ segment: Segment
  ) -> UInt64? {
    let prefix = instance == 0 ? 0 : MemoryLayout<UInt32>.size
    let kept = min(bytes.count, file.longestPayload - prefix)
    let slots = TraceFormat.payloadSlots(prefix + kept)
    guard let (pointer, sequence) = file.claim(1 + slots, in: segment) else { return nil }
    var slot = slot
    slot.set((isCut || kept < bytes.count ? PayloadFlags.cut : 0) | (prefix == 0 ? 0 : PayloadFlags.identified))
    func store(_ target: UnsafeMutableRawPointer) {
      if prefix > 0 { target.storeBytes(of: instance.littleEndian, as: UInt32.self) }
      if let first = bytes.baseAddress { (target + prefix).copyMemory(from: first, byteCount: kept) }
    }
    if slots == 0 {
      slot.set(UInt8(prefix + kept))
      withUnsafeMutableBytes(of: &slot.word) { store($0.baseAddress!) }
    } else {
      slot.set(PayloadFlags.following)
      slot.word = UInt64(prefix + kept)
      slot.begin(pointer)
      store(pointer + TraceFormat.slotSize)
    }
    slot.fill(pointer)
    return sequence
  }

  /// Writes a definition of a number.
  /// - Returns: whether it was written.
  func define(
    _ head: RecordHead, object: UInt32, site: UInt32 = 0, _ bytes: UnsafeRawBufferPointer, in segment: Segment
  ) -> Bool {
    write(SlotContents(head.with(.bytes), nil, object, site, 0), bytes, in: segment) != nil
  }

  func define(
    _ head: RecordHead, object: UInt32, site: UInt32 = 0, _ text: String, in segment: Segment
  ) -> Bool {
    var text = text
    let slot = SlotContents(head.with(.string), nil, object, site, 0)
    return text.withUTF8 { write(slot, UnsafeRawBufferPointer($0), in: segment) } != nil
  }
}

/// The contents of one slot.
struct SlotContents {
  private var head: UInt64
  private let objectAndSite: UInt64
  /// When the closure returned after which this is the thread's first record; 0 for none.
  private var ended: UInt64 = 0
  var word: UInt64

  /// - Parameter thread: nil for a definition, which does not belong to a thread.
  @inline(__always)
  init(
    _ head: RecordHead, _ thread: UnsafeMutablePointer<hw_thread>?, _ object: UInt32, _ site: UInt32, _ word: UInt64
  ) {
    self.head = UInt64(head.bits)
    if let thread {
      self.head |= UInt64(thread.pointee.recorder.ordinal) << 32 | UInt64(thread.pointee.recorder.depth) << 48
      ended = thread.pointee.recorder.ended
    }
    objectAndSite = UInt64(object) | UInt64(site) << 32
    self.word = word
  }

  /// - Parameter slots: the number of slots that have no other contents, this one included.
  init(padding slots: Int) {
    let head = RecordHead(.padding, .none).with(.bytes)
    self.init(head, nil, 0, 0, UInt64((slots - 1) * TraceFormat.slotSize))
    if slots > 1 { set(PayloadFlags.following) }
  }

  /// The slot of a record that does not tell when a closure returned.
  var withoutGap: SlotContents {
    var slot = self
    slot.ended = 0
    return slot
  }

  /// The slot with a payload.
  @inline(__always)
  func with(_ type: PayloadType, _ word: UInt64) -> SlotContents {
    var slot = self
    slot.head |= UInt64(type.rawValue) << 16
    slot.word = word
    return slot
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
    let now = hw_ticks()
    let gap = ended == 0 ? 0 : UInt64(TraceFormat.Gap(now &- ended).bits) << 48
    slot.storeBytes(of: now, toByteOffset: TraceFormat.Slot.time, as: UInt64.self)
    slot.storeBytes(of: objectAndSite | gap, toByteOffset: TraceFormat.Slot.object, as: UInt64.self)
    slot.storeBytes(of: word, toByteOffset: TraceFormat.Slot.payload, as: UInt64.self)
    slot.assumingMemoryBound(to: Atomic<UInt64>.self).pointee.store(head, ordering: .releasing)
  }
}
