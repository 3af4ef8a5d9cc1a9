import CPlatform
import Dispatch
import Foundation
import Synchronization
import TraceFormat

private let newestRecorder = Atomic<Unmanaged<Recorder>?>(nil)

/// Turns what the hooks tell into records of a ``TraceFile``.
///
/// Any thread may record at any time. Numbers for objects, threads and source lines are given out as they are first
/// met, each with a record that defines it.
final class Recorder: @unchecked Sendable {
  /// Tells recordings of one process apart, because objects and threads outlive a recording.
  let generation: UInt32

  private let file: TraceFile
  private let sites = CallSiteTable()
  private let lastObject = Atomic<UInt32>(0)
  private let lastThread = Atomic<UInt16>(0)
  private let images = Mutex<[String: UInt32]>([:])

  /// The newest recording. Ended recorders are never freed: a thread uses one without counting the reference, which
  /// is what keeps a record cheap.
  static var current: Recorder? { newestRecorder.load(ordering: .acquiring)?.takeUnretainedValue() }

  private static let lastGeneration = Atomic<UInt32>(0)
  private static let control = Mutex<Void>(())

  private init(file: TraceFile) {
    self.file = file
    generation = Self.lastGeneration.wrappingAdd(1, ordering: .relaxed).newValue
  }

  /// Begins to record into a file.
  /// - Throws: ``TraceRecordingError``; also when a recording is under way already (`EBUSY`).
  static func start(path: String, maximumSize: Int) throws(TraceRecordingError) {
    let file = try TraceFile(path: path, maximumSize: maximumSize)
    control.withLock { _ in
      newestRecorder.store(Unmanaged.passRetained(Recorder(file: file)), ordering: .releasing)
      _ = hw_set_recording(true)
    }
  }

  /// Ends the recording under way.
  static func stop() {
    control.withLock { _ in
      guard hw_set_recording(false), let recorder = current else { return }
      recorder.file.close()
    }
  }

  // MARK: Calls

  /// Says that a call was not recorded, so its end changes nothing.
  static let unrecorded: UInt16 = .max

  /// Records the entry into a call.
  /// - Parameter identity: what `object` remembers, read at the hook where its type is known.
  /// - Returns: the depth of the call, for ``leave(_:)``.
  @inline(never)
  static func enter(
    _ head: RecordHead, _ object: some Traced, _ identity: UInt64, _ site: CallSite, _ payload: EncodedPayload
  ) -> UInt16 {
    guard let reference = newestRecorder.load(ordering: .acquiring) else { return unrecorded }
    return reference._withUnsafeGuaranteedRef { recorder in
      let thread = hw_thread_state()!
      guard recorder.meet(thread) else { return unrecorded }
      let depth = thread.pointee.depth
      let number =
        recorder.isCurrent(identity) ? UInt32(truncatingIfNeeded: identity) : object.traceNumber(in: recorder)
      recorder.write(
        head, thread: thread.pointee.ordinal, depth: depth, object: number,
        site: recorder.sites.number(of: site, recorder), payload)
      // A forwardOn is its observer's `on` as well: one record stands for both calls.
      thread.pointee.depth = min(depth &+ (head.kind == .forwardOn ? 2 : 1), unrecorded - 1)
      return depth
    }
  }

  /// Tells that a call which was recorded returns.
  @inline(__always)
  static func leave(_ depth: UInt16) {
    guard depth != unrecorded else { return }
    hw_thread_state()!.pointee.depth = depth
    if _slowPath(depth == 0) { note(RecordHead(.returned, .none), nil, nil, .none) }
  }

  /// Records something that encloses nothing, and gives its sequence number.
  @discardableResult
  @inline(never)
  static func note(
    _ head: RecordHead, _ object: (any Traced)?, _ site: CallSite?, _ payload: EncodedPayload
  ) -> UInt32 {
    let thread = hw_thread_state()!
    guard Tracing.isOn, let recorder = current, recorder.meet(thread) else { return 0 }
    return recorder.write(
      head, thread: thread.pointee.ordinal, depth: thread.pointee.depth,
      object: object?.traceNumber(in: recorder) ?? 0,
      site: site.map { recorder.sites.number(of: $0, recorder) } ?? 0, payload)
  }

  @inline(__always)
  private func isCurrent(_ identity: UInt64) -> Bool { UInt32(truncatingIfNeeded: identity >> 32) == generation }

  // MARK: Threads

  /// False where this thread is not to be recorded now.
  @inline(__always)
  private func meet(_ thread: UnsafeMutablePointer<hw_thread>) -> Bool {
    if _slowPath(thread.pointee.suspended) { return false }
    if _slowPath(thread.pointee.generation != generation) { introduce(thread) }
    if _slowPath(thread.pointee.depth == 0) { noteQueue(thread) }
    return true
  }

  @inline(never)
  private func introduce(_ thread: UnsafeMutablePointer<hw_thread>) {
    thread.pointee.generation = generation
    thread.pointee.ordinal = lastThread.wrappingAdd(1, ordering: .relaxed).newValue
    thread.pointee.depth = 0
    thread.pointee.queue_label = nil
    var name = [CChar](repeating: 0, count: 64)
    hw_thread_name(&name, name.count)
    let text = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    write(
      RecordHead(.defineThread, .none), thread: thread.pointee.ordinal, depth: 0, object: 0, site: 0,
      EncodedPayload(type: .string, text: text))
  }

  /// One thread serves many dispatch queues in turn; which one is known where its outermost call begins.
  @inline(never)
  private func noteQueue(_ thread: UnsafeMutablePointer<hw_thread>) {
    let label = hw_queue_label()!
    guard UnsafeRawPointer(label) != thread.pointee.queue_label else { return }
    thread.pointee.queue_label = UnsafeRawPointer(label)
    write(
      RecordHead(.queue, .none), thread: thread.pointee.ordinal, depth: 0, object: 0, site: 0,
      EncodedPayload(type: .string, text: String(cString: label)))
  }

  // MARK: Definitions

  func newObjectNumber() -> UInt32 { lastObject.wrappingAdd(1, ordering: .relaxed).newValue }

  /// Gives an object its number as it is made, so that numbers follow the order of making.
  @inline(never)
  static func made(_ object: some Traced) {
    guard let recorder = current, !hw_thread_state()!.pointee.suspended else { return }
    let number = object.traceNumber(in: recorder)
    if object.traceRole == .observable || object.traceRole == .subject { recorder.defineAssembly(number) }
  }

  /// Says what an object is and what it holds. Stored properties are found by reflection, so no operator has to
  /// tell what its source is.
  func define(_ object: some Traced, _ number: UInt32) {
    let observer = object.tracedObserver?.traceNumber(in: self) ?? 0
    writeDefinition(
      .defineObject, event: object.traceRole.rawValue, object: number, site: observer,
      EncodedPayload(type: .string, text: _typeName(type(of: object), qualified: false)))
    var mirror: Mirror? = Mirror(reflecting: object)
    while let level = mirror {
      for child in level.children {
        guard let held = child.value as? any Traced, let name = child.label else { continue }
        writeDefinition(
          .defineLink, object: number, site: held.traceNumber(in: self), EncodedPayload(type: .string, text: name))
      }
      mirror = level.superclassMirror
    }
  }

  /// Raw return addresses cost little to take; they become files and lines when the trace is read.
  private func defineAssembly(_ number: UInt32) {
    var addresses = [UnsafeMutableRawPointer?](repeating: nil, count: 32)
    let count = hw_return_addresses(&addresses, Int32(addresses.count))
    var words: [UInt64] = []
    for address in addresses.prefix(Int(count)) {
      var path: UnsafePointer<CChar>?
      var offset: UInt64 = 0
      guard let address, hw_image_of(address, &path, &offset), let path else { continue }
      words += [UInt64(image(String(cString: path))), offset]
    }
    var slot = SlotContents(RecordHead(.defineAssembly, .none), .bytes, 0, 0, number, 0)
    words.withUnsafeBytes { _ = write(&slot, $0) }
  }

  private func image(_ path: String) -> UInt32 {
    images.withLock { images in
      if let number = images[path] { return number }
      let number = UInt32(images.count + 1)
      images[path] = number
      writeDefinition(.defineImage, object: number, site: 0, EncodedPayload(type: .string, text: path))
      return number
    }
  }

  func writeDefinition(
    _ kind: RecordKind, event: UInt8 = 0, object: UInt32, site: UInt32, _ payload: EncodedPayload
  ) {
    var head = RecordHead(kind, .none)
    head.event = event
    write(head, thread: 0, depth: 0, object: object, site: site, payload)
  }

  // MARK: Records

  @inline(__always)
  @discardableResult
  private func write(
    _ head: RecordHead, thread: UInt16, depth: UInt16, object: UInt32, site: UInt32, _ payload: EncodedPayload
  ) -> UInt32 {
    var slot = SlotContents(head, payload.type, thread, depth, object, site)
    if _slowPath(payload.text != nil) {
      var text = payload.text ?? ""
      return text.withUTF8 { write(&slot, UnsafeRawBufferPointer($0)) }
    }
    slot.word = payload.word
    guard let (pointer, sequence) = file.claim(1) else { return 0 }
    slot.fill(pointer)
    return sequence
  }

  /// Writes a record whose payload is `bytes`: in the slot where they fit, behind it where they do not.
  @inline(never)
  @discardableResult
  private func write(_ slot: inout SlotContents, _ bytes: UnsafeRawBufferPointer) -> UInt32 {
    let kept = UnsafeRawBufferPointer(rebasing: bytes.prefix(TraceFormat.maximumPayloadSize))
    let slots = TraceFormat.payloadSlots(kept.count)
    guard let (pointer, sequence) = file.claim(1 + slots) else { return 0 }
    slot.flags = kept.count < bytes.count ? PayloadFlags.cut : 0
    if slots == 0 {
      slot.flags |= UInt8(kept.count)
      withUnsafeMutableBytes(of: &slot.word) { $0.copyMemory(from: kept) }
    } else {
      slot.flags |= PayloadFlags.following
      slot.word = UInt64(kept.count)
      (pointer + TraceFormat.slotSize).copyMemory(from: kept.baseAddress!, byteCount: kept.count)
    }
    slot.fill(pointer)
    return sequence
  }
}

/// What goes into one slot.
private struct SlotContents {
  var small: UInt64
  var objectAndSite: UInt64
  var flags: UInt8 = 0
  var word: UInt64 = 0

  @inline(__always)
  init(_ head: RecordHead, _ type: PayloadType, _ thread: UInt16, _ depth: UInt16, _ object: UInt32, _ site: UInt32) {
    small =
      UInt64(head.kind.rawValue) | UInt64(head.event) << 8 | UInt64(type.rawValue) << 16
      | UInt64(thread) << 32 | UInt64(depth) << 48
    objectAndSite = UInt64(object) | UInt64(site) << 32
  }

  /// The word that holds the kind is stored last: a slot whose kind is 0 was never finished.
  @inline(__always)
  func fill(_ slot: UnsafeMutableRawPointer) {
    slot.storeBytes(of: hw_ticks(), toByteOffset: TraceFormat.Slot.time, as: UInt64.self)
    slot.storeBytes(of: objectAndSite, toByteOffset: TraceFormat.Slot.object, as: UInt64.self)
    slot.storeBytes(of: word, toByteOffset: TraceFormat.Slot.payload, as: UInt64.self)
    slot.assumingMemoryBound(to: Atomic<UInt64>.self).pointee.store(small | UInt64(flags) << 24, ordering: .releasing)
  }
}
