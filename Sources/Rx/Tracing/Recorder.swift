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
  private let images = Lock<[String: UInt32]>([:])
  private let types = Lock<Set<ObjectIdentifier>>([])

  /// The newest recording. Ended recorders are never freed: a thread uses one without counting the reference, which
  /// is what keeps a record cheap.
  static var current: Recorder? { newestRecorder.load(ordering: .acquiring)?.takeUnretainedValue() }

  private static let lastGeneration = Atomic<UInt32>(0)
  private static let control = Lock<Void>(())

  private init(file: TraceFile) {
    self.file = file
    generation = Self.lastGeneration.wrappingAdd(1, ordering: .relaxed).newValue
  }

  /// Begins to record into a file, unless a recording is under way already.
  /// - Returns: whether it began; the file is not touched otherwise.
  static func start(
    path: String, maximumSize: Int, keepsOthers: Bool = false
  ) throws(TraceRecordingError) -> Bool {
    // Two threads may ask at once. A program started with `HEADWATER_TRACE` must not have its file cut to nothing.
    try control.withLock { _ throws(TraceRecordingError) -> Bool in
      guard !hw_is_recording() else { return false }
      let file = try TraceFile(path: path, maximumSize: maximumSize, keepsOthers: keepsOthers)
      newestRecorder.store(Unmanaged.passRetained(Recorder(file: file)), ordering: .releasing)
      _ = hw_set_recording(true)
      return true
    }
  }

  /// Ends the recording under way.
  static func stop() {
    control.withLock { _ in
      guard hw_set_recording(false), let recorder = current else { return }
      recorder.file.close()
    }
  }

  /// Where the recording under way stands, as the calling thread sees it; nil where there is none.
  static var position: RecordingPosition? {
    guard Tracing.isOn, let recorder = current else { return nil }
    let thread = hw_thread_state()!
    _ = recorder.meet(thread)
    return RecordingPosition(
      path: recorder.file.path, recording: recorder.generation, sequence: recorder.file.end,
      thread: thread.pointee.ordinal)
  }

  // MARK: Calls

  /// Says that a call was not recorded, so its end changes nothing.
  static let unrecorded: UInt32 = .max

  /// Records the entry into a call.
  /// - Returns: the depth of the call and the recording that it belongs to, for ``leave(_:)``.
  @inline(__always)
  static func enter(
    _ head: RecordHead, _ object: EngineObject, _ site: CallSite, _ payload: EncodedPayload
  ) -> UInt32 {
    guard let reference = newestRecorder.load(ordering: .acquiring) else { return unrecorded }
    return reference._withUnsafeGuaranteedRef { recorder in
      if let text = payload.text { return recorder.enter(head.with(payload.type), object, site, text) }
      return recorder.enter(head.with(payload.type), object, site, payload.word)
    }
  }

  @inline(never)
  private func enter(_ head: RecordHead, _ object: EngineObject, _ site: CallSite, _ word: UInt64) -> UInt32 {
    let thread = hw_thread_state()!
    guard meet(thread) else { return Self.unrecorded }
    let call = Self.call(on: thread)
    let slot = SlotContents(head, thread, number(of: object), sites.number(of: site, self), word)
    if let (pointer, _) = file.claim(1) { slot.fill(pointer) }
    Self.deepen(thread, head)
    return call
  }

  @inline(never)
  private func enter(_ head: RecordHead, _ object: EngineObject, _ site: CallSite, _ text: String) -> UInt32 {
    let thread = hw_thread_state()!
    guard meet(thread) else { return Self.unrecorded }
    let call = Self.call(on: thread)
    write(SlotContents(head, thread, number(of: object), sites.number(of: site, self), 0), text)
    Self.deepen(thread, head)
    return call
  }

  /// A forwardOn is its observer's `on` as well: one record stands for both calls.
  @inline(__always)
  private static func deepen(_ thread: UnsafeMutablePointer<hw_thread>, _ head: RecordHead) {
    let levels: UInt16 = head.kind == RecordKind.forwardOn.rawValue ? 2 : 1
    thread.pointee.depth = min(thread.pointee.depth &+ levels, .max - 2)
  }

  @inline(__always)
  private static func call(on thread: UnsafeMutablePointer<hw_thread>) -> UInt32 {
    thread.pointee.generation << 16 | UInt32(thread.pointee.depth)
  }

  /// Tells that a call which was recorded returns. It may have been entered in a recording before the one under way,
  /// whose depths it knows nothing of.
  @inline(__always)
  static func leave(_ call: UInt32) {
    guard call != unrecorded else { return }
    let thread = hw_thread_state()!
    guard call >> 16 == thread.pointee.generation & 0xFFFF else { return }
    let depth = UInt16(truncatingIfNeeded: call)
    thread.pointee.depth = depth
    if _slowPath(depth == 0) { note(RecordHead(.returned, .none), nil, nil, .none) }
  }

  /// Records something that encloses nothing, and gives its sequence number.
  @discardableResult
  @inline(never)
  static func note(
    _ head: RecordHead, _ object: EngineObject?, _ site: CallSite?, _ payload: EncodedPayload
  ) -> UInt32 {
    let thread = hw_thread_state()!
    guard Tracing.isOn, let recorder = current, recorder.meet(thread) else { return 0 }
    let slot = SlotContents(
      head.with(payload.type), thread, object.map { recorder.number(of: $0) } ?? 0,
      site.map { recorder.sites.number(of: $0, recorder) } ?? 0, payload.word)
    return recorder.write(slot, payload.text)
  }

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
    let error = errno
    defer { errno = error }
    thread.pointee.generation = generation
    // 0 stands for none, so it is left out when the numbers begin anew.
    let ordinal = lastThread.wrappingAdd(1, ordering: .relaxed).newValue
    thread.pointee.ordinal = ordinal > 0 ? ordinal : lastThread.wrappingAdd(1, ordering: .relaxed).newValue
    thread.pointee.depth = 0
    thread.pointee.queue_label = nil
    var name = [CChar](repeating: 0, count: 64)
    hw_thread_name(&name, name.count)
    let text = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    write(SlotContents(RecordHead(.defineThread, .none).with(.string), thread, 0, 0, 0), text)
  }

  /// One thread serves many dispatch queues in turn; which one is known where its outermost call begins.
  @inline(never)
  private func noteQueue(_ thread: UnsafeMutablePointer<hw_thread>) {
    let label = hw_queue_label()!
    guard UnsafeRawPointer(label) != thread.pointee.queue_label else { return }
    thread.pointee.queue_label = UnsafeRawPointer(label)
    write(SlotContents(RecordHead(.queue, .none).with(.string), thread, 0, 0, 0), String(cString: label))
  }

  // MARK: Definitions

  @inline(__always)
  func number(of object: EngineObject) -> UInt32 { object.identity.number(of: object, in: self) }

  func newObjectNumber() -> UInt32 { lastObject.wrappingAdd(1, ordering: .relaxed).newValue }

  /// Gives an object its number as it is made, so that numbers follow the order of making.
  @inline(never)
  static func made(_ object: EngineObject) {
    guard let recorder = current, !hw_thread_state()!.pointee.suspended else { return }
    let error = errno
    defer { errno = error }
    let number = recorder.number(of: object)
    recorder.defineLinks(object, number)
    if object.role == .observable || object.role == .subject { recorder.defineAssembly(number) }
  }

  /// Says what an object belongs to without holding it.
  @inline(never)
  static func link(_ object: EngineObject, _ name: String, _ other: EngineObject) {
    guard let recorder = current, !hw_thread_state()!.pointee.suspended else { return }
    let (number, target) = (recorder.number(of: object), recorder.number(of: other))
    recorder.define(RecordHead(.defineLink, .none), object: number, site: target, name)
  }

  /// Says what an object is. All use of pipelines begins with one.
  func define(_ object: EngineObject, _ number: UInt32) {
    let error = errno
    defer { errno = error }
    file.publish()
    let observer = object.nextStage.map { self.number(of: $0) } ?? 0
    define(
      RecordHead(defining: object.role), object: number, site: observer,
      _typeName(type(of: object), qualified: false))
    defineSuperclasses(of: type(of: object), number)
  }

  /// Says what a type derives from, once: a reader who has no source knows then that a `MapSink` is a `Sink`.
  private func defineSuperclasses(of type: EngineObject.Type, _ number: UInt32) {
    guard types.withLock({ $0.insert(ObjectIdentifier(type)).inserted }) else { return }
    var names: [Substring] = []
    var superclass: AnyClass? = _getSuperclass(type)
    while let current = superclass, current != EngineObject.self {
      names.append(_typeName(current, qualified: false).prefix { $0 != "<" })
      superclass = _getSuperclass(current)
    }
    guard !names.isEmpty else { return }
    define(RecordHead(.defineSuperclasses, .none), object: number, site: 0, names.joined(separator: ","))
  }

  /// Says what an object holds. Its stored properties are found by reflection, so no operator has to tell what its
  /// source is; that is done as the object is made, because later another thread may be changing them.
  private func defineLinks(_ object: EngineObject, _ number: UInt32) {
    var mirror: Mirror? = Mirror(reflecting: object)
    while let level = mirror {
      for child in level.children {
        guard let held = child.value as? EngineObject, let name = child.label else { continue }
        define(RecordHead(.defineLink, .none), object: number, site: self.number(of: held), name)
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
    let slot = SlotContents(RecordHead(.defineAssembly, .none).with(.bytes), nil, number, 0, 0)
    words.withUnsafeBytes { _ = write(slot, $0) }
  }

  private func image(_ path: String) -> UInt32 {
    images.withLock { images in
      if let number = images[path] { return number }
      let number = UInt32(images.count + 1)
      images[path] = number
      define(RecordHead(.defineImage, .none), object: number, site: 0, path)
      return number
    }
  }

  /// Says what a number stands for.
  func define(_ head: RecordHead, object: UInt32, site: UInt32, _ text: String) {
    write(SlotContents(head.with(.string), nil, object, site, 0), text)
  }

  // MARK: Records

  @discardableResult
  private func write(_ slot: SlotContents, _ text: String?) -> UInt32 {
    if var text { return text.withUTF8 { write(slot, UnsafeRawBufferPointer($0)) } }
    guard let (pointer, sequence) = file.claim(1) else { return 0 }
    slot.fill(pointer)
    return sequence
  }

  /// Writes a record whose payload is `bytes`: in the slot where they fit, behind it where they do not.
  private func write(_ slot: SlotContents, _ bytes: UnsafeRawBufferPointer) -> UInt32 {
    let kept = UnsafeRawBufferPointer(rebasing: bytes.prefix(TraceFormat.maximumPayloadSize))
    let slots = TraceFormat.payloadSlots(kept.count)
    guard let (pointer, sequence) = file.claim(1 + slots) else { return 0 }
    var slot = slot
    slot.set(kept.count < bytes.count ? PayloadFlags.cut : 0)
    if slots == 0 {
      slot.set(UInt8(kept.count))
      withUnsafeMutableBytes(of: &slot.word) { $0.copyMemory(from: kept) }
    } else {
      slot.set(PayloadFlags.following)
      slot.word = UInt64(kept.count)
      slot.begin(pointer)
      (pointer + TraceFormat.slotSize).copyMemory(from: kept.baseAddress!, byteCount: kept.count)
    }
    slot.fill(pointer)
    return sequence
  }
}

/// What goes into one slot.
private struct SlotContents {
  private var head: UInt64
  private let objectAndSite: UInt64
  var word: UInt64

  /// - Parameter thread: nil for a definition, which belongs to no thread.
  @inline(__always)
  init(
    _ head: RecordHead, _ thread: UnsafeMutablePointer<hw_thread>?, _ object: UInt32, _ site: UInt32, _ word: UInt64
  ) {
    self.head = UInt64(head.bits)
    if let thread { self.head |= UInt64(thread.pointee.ordinal) << 32 | UInt64(thread.pointee.depth) << 48 }
    objectAndSite = UInt64(object) | UInt64(site) << 32
    self.word = word
  }

  /// Sets bits of the payload's flags.
  mutating func set(_ flags: UInt8) {
    head |= UInt64(flags) << 24
  }

  /// Says how long the record is before its payload is stored, so that a reader passes over a record that a crash left
  /// unfinished, and does not take the payload for records.
  func begin(_ slot: UnsafeMutableRawPointer) {
    slot.storeBytes(of: word, toByteOffset: TraceFormat.Slot.payload, as: UInt64.self)
    slot.assumingMemoryBound(to: Atomic<UInt64>.self).pointee.store(head & ~0xFF, ordering: .releasing)
    atomicMemoryFence(ordering: .acquiringAndReleasing)
  }

  /// The word that holds the kind is stored last: a slot whose kind is 0 was never finished.
  @inline(__always)
  func fill(_ slot: UnsafeMutableRawPointer) {
    slot.storeBytes(of: hw_ticks(), toByteOffset: TraceFormat.Slot.time, as: UInt64.self)
    slot.storeBytes(of: objectAndSite, toByteOffset: TraceFormat.Slot.object, as: UInt64.self)
    slot.storeBytes(of: word, toByteOffset: TraceFormat.Slot.payload, as: UInt64.self)
    slot.assumingMemoryBound(to: Atomic<UInt64>.self).pointee.store(head, ordering: .releasing)
  }
}
