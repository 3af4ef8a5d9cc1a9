import CPlatform
import Foundation
import Synchronization
import TraceFormat

/// The file of a recording, mapped into memory and filled slot by slot from any thread.
///
/// A slot is claimed with one atomic addition. Records in the mapping belong to the operating system, so they outlive a
/// crash of this process. The file grows in blocks whose disk space is reserved before they are mapped, so that a full
/// disk is an error code here, never a signal in the traced program. A signal is possible only if another program
/// truncates the file while it is written, which no recorder does.
final class TraceFile: @unchecked Sendable {
  private let base: UnsafeMutableRawPointer
  private let maximumSize: Int
  /// A child that was forked without the handlers of `pthread_atfork` shares the file, and must not write to it.
  private let process = getpid()
  /// The number of slots claimed so far, including those that did not fit.
  private let claimed = Atomic<Int>(0)
  /// The number of slots that are mapped.
  private let capacity = Atomic<Int>(0)
  /// The slot at which a claim takes the slow path: first the middle of the newest block, to map the next one in time,
  /// then its end.
  private let checkpoint = Atomic<Int>(0)
  private let failure = Atomic<Int32>(0)
  private let isFailed = Atomic<Bool>(false)
  private let isPublished = Atomic<Bool>(false)
  private let state: Lock<State>

  private struct State: @unchecked Sendable {
    var place: RecordingPlace
    var file: OwnDescriptor
    /// The number of bytes that are mapped at ``TraceFile/base``.
    var mapped = 0

    /// The file's descriptor; nil if the program has closed it and the file cannot be opened again.
    mutating func descriptor() -> Int32? { file.number(orAnewFrom: place.names) }
  }

  /// Makes the file and writes its header.
  /// - Throws: ``TraceRecordingError`` if the file cannot be made; then no file is left.
  init(_ options: RecordingOptions) throws(TraceRecordingError) {
    let place = try RecordingPlace(options.path, keepsOthers: options.keepsOthers)
    base = Self.freeAddresses(options.maximumSize)
    maximumSize = options.maximumSize
    state = Lock(State(place: place, file: try place.makeFile()))
    guard state.withLock({ begin(&$0) }) else {
      let error = failure.load(ordering: .relaxed)
      throw TraceRecordingError(path: options.path, errorNumber: error == 0 ? EFBIG : error)
    }
  }

  deinit {
    let mapped = state.withLock { $0.mapped }
    if mapped > 0 { munmap(base, mapped) }
  }

  /// The name that the file has now.
  var path: String { state.withLock { $0.place.current } }

  /// The sequence number of the next record.
  var end: UInt32 { UInt32(truncatingIfNeeded: claimed.load(ordering: .relaxed)) }

  /// Claims `count` consecutive slots. If there is no room, counts a dropped record and returns nil.
  @inline(__always)
  func claim(_ count: Int) -> (pointer: UnsafeMutableRawPointer, sequence: UInt32)? {
    let index = claimed.wrappingAdd(count, ordering: .relaxed).oldValue
    if _slowPath(index &+ count > checkpoint.load(ordering: .acquiring)) {
      guard makeRoom(for: index + count) else { return nil }
    }
    let offset = TraceFormat.headerSize &+ index &* TraceFormat.slotSize
    return (base + offset, UInt32(truncatingIfNeeded: index))
  }

  /// Gives the file its requested name; called when there is something to record, because it may replace another file.
  @inline(__always)
  func publish() {
    if _slowPath(!isPublished.load(ordering: .relaxed)) { publishNow() }
  }

  @inline(never)
  private func publishNow() {
    state.withLock { $0.place.publish() }
    isPublished.store(true, ordering: .relaxed)
  }

  /// Closes the file: marks it as closed in the header, and truncates it to the used length.
  ///
  /// Another thread may be in the middle of a record. The rest of that record goes to anonymous memory.
  func close() {
    guard process == getpid() else { return }
    state.withLock { state in
      isFailed.store(true, ordering: .relaxed)
      let used = min(claimed.load(ordering: .relaxed), capacity.load(ordering: .relaxed))
      if state.descriptor() != nil {
        store(UInt64(used), at: TraceFormat.Header.usedSlots, &state)
        store(TraceFormat.Header.closedFlag, at: TraceFormat.Header.flags, &state)
      }
      let memory = mmap(
        base, state.mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON | MAP_FIXED | MAP_NORESERVE, -1, 0)
      // Truncated only if the memory is mapped now: a write to the file's mapping beyond its end would bring a signal.
      if memory != MAP_FAILED, let number = state.descriptor() {
        ftruncate(number, off_t(TraceFormat.headerSize + used * TraceFormat.slotSize))
      }
      end(&state)
    }
  }

  /// Removes a file that never got its requested name: it has no calls, and another file has the name.
  private func end(_ state: inout State) {
    state.place.removeUnpublished(state.descriptor() != nil)
    state.file.close()
  }
}

// MARK: Growing

extension TraceFile {
  private static let firstBlock = 1 << 18
  private static let largestBlock = 1 << 23

  /// The start of a range of addresses that are free now and likely to stay free.
  ///
  /// The range is not reserved, because reserved addresses count towards the program's limit (`ulimit -v`). It is much
  /// larger than needed, because the system places the program's later mappings at its other end.
  private static func freeAddresses(_ size: Int) -> UnsafeMutableRawPointer {
    var length = max(size, 1 << 36)
    while length >= firstBlock {
      let found = mmap(nil, length, PROT_NONE, MAP_PRIVATE | MAP_ANON | MAP_NORESERVE, -1, 0)
      if let found, found != MAP_FAILED {
        munmap(found, length)
        return found
      }
      length /= 2
    }
    return UnsafeMutableRawPointer(bitPattern: 1 << 40)!
  }

  private func begin(_ state: inout State) -> Bool {
    guard grow(&state, toHold: 0) else { return giveUp(&state) }
    writeHeader(&state)
    return !state.place.publishIfFree() || mapAnew(&state) || giveUp(&state)
  }

  /// Removes the file after a failure.
  private func giveUp(_ state: inout State) -> Bool {
    state.place.removeFile()
    state.file.close()
    return false
  }

  /// Maps the first block again after the file was renamed, because valgrind stops when neighbouring mappings of one
  /// file have different names.
  private func mapAnew(_ state: inout State) -> Bool {
    guard let number = state.descriptor() else { return fail(EBADF) }
    let block = mmap(base, state.mapped, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, number, 0)
    guard block != MAP_FAILED else { return fail(errno) }
    hw_make_writable(base, state.mapped)
    return true
  }

  @inline(never)
  private func makeRoom(for slots: Int) -> Bool {
    // First, because a program whose file is full comes here for each record.
    if isFailed.load(ordering: .relaxed), slots > capacity.load(ordering: .acquiring) { return drop() }
    // The program may be about to read the error of its own last call.
    let error = errno
    defer { errno = error }
    if slots <= capacity.load(ordering: .acquiring) {
      growAhead()
      return true
    }
    let hasRoom = state.withLock { state in
      slots <= capacity.load(ordering: .relaxed) || grow(&state, toHold: slots)
    }
    return hasRoom || drop()
  }

  private func drop() -> Bool {
    countDropped(because: UInt32(bitPattern: failure.load(ordering: .relaxed)))
    return false
  }

  /// Maps the next block on another thread, because mapping its pages takes longer than writing to them.
  private func growAhead() {
    let end = capacity.load(ordering: .relaxed)
    guard checkpoint.exchange(end, ordering: .relaxed) < end else { return }
    let task = Unmanaged.passRetained(GrowthAhead(self, end))
    let hasBegun = hw_run_beside(
      { context in
        let task = Unmanaged<GrowthAhead>.fromOpaque(context!).takeRetainedValue()
        task.file.grow(from: task.end)
      }, task.toOpaque())
    // If not, the thread that needs the block will map it.
    if !hasBegun { task.release() }
  }

  private func grow(from end: Int) {
    state.withLock { state in
      if capacity.load(ordering: .relaxed) == end { _ = grow(&state, toHold: end + 1) }
    }
  }

  /// Counts a dropped record in the file's header itself, so that a recording which is killed has the exact count.
  /// - Parameter reason: the value of ``TraceFormat/Header/dropReason``, if it is the first record that is dropped.
  func countDropped(because reason: UInt32) {
    let count = (base + TraceFormat.Header.droppedRecords).assumingMemoryBound(to: Atomic<UInt64>.self)
    let isFirst = count.pointee.wrappingAdd(1, ordering: .relaxed).oldValue == 0
    if isFirst { state.withLock { store(reason, at: TraceFormat.Header.dropReason, &$0) } }
  }

  /// Doubles the mapped part of the file, up to a largest step, so that the cost for each record stays constant.
  private func grow(_ state: inout State, toHold slots: Int) -> Bool {
    guard !isFailed.load(ordering: .relaxed), process == getpid() else { return false }
    let mapped = state.mapped
    let needed = TraceFormat.headerSize + slots * TraceFormat.slotSize
    var size = max(mapped, Self.firstBlock)
    while mapped + size < needed { size *= 2 }
    size = min(size, max(Self.largestBlock, needed - mapped))
    guard mapped + size <= maximumSize else { return fail(0) }
    guard let number = state.descriptor() else { return fail(EBADF) }
    let error = hw_reserve_file_space(number, Int64(mapped), Int64(size))
    guard error == 0 else { return fail(error) }
    let block = mmap(base + mapped, size, PROT_READ | PROT_WRITE, MAP_SHARED, number, off_t(mapped))
    guard let block, block != MAP_FAILED else { return fail(errno) }
    guard block == base + mapped else {
      // The program has mapped something else there.
      munmap(block, size)
      return fail(ENOMEM)
    }
    hw_make_writable(block, size)
    state.mapped = mapped + size
    let slots = (state.mapped - TraceFormat.headerSize) / TraceFormat.slotSize
    capacity.store(slots, ordering: .releasing)
    checkpoint.store(slots - size / 2 / TraceFormat.slotSize, ordering: .releasing)
    return true
  }

  private func fail(_ error: Int32) -> Bool {
    failure.store(error, ordering: .relaxed)
    isFailed.store(true, ordering: .relaxed)
    return false
  }

  /// A request to map the block after `end`.
  private final class GrowthAhead {
    let file: TraceFile
    let end: Int

    init(_ file: TraceFile, _ end: Int) { (self.file, self.end) = (file, end) }
  }
}

// MARK: The header

extension TraceFile {
  private func writeHeader(_ state: inout State) {
    typealias Field = TraceFormat.Header
    store(TraceFormat.version, at: Field.version, &state)
    store(UInt32(TraceFormat.headerSize), at: Field.headerSize, &state)
    store(UInt32(TraceFormat.slotSize), at: Field.slotSize, &state)
    store(hw_ticks_per_second().bitPattern, at: Field.ticksPerSecond, &state)
    store(hw_ticks(), at: Field.startTicks, &state)
    store(UInt64(Date().timeIntervalSince1970 * 1e9), at: Field.startWallClock, &state)
    store(UInt32(process), at: Field.processIdentifier, &state)
    base.copyMemory(from: TraceFormat.magic, byteCount: TraceFormat.magic.count)
  }

  /// Writes through the mapping, because `write` raises a signal if the program has set a limit (`ulimit -f`). The
  /// mapping raises one if the file was truncated, so its size is checked first.
  private func store<Number: FixedWidthInteger>(_ number: Number, at offset: Int, _ state: inout State) {
    guard state.descriptor() != nil, let size = state.file.size, size >= TraceFormat.headerSize else { return }
    base.storeBytes(of: number.littleEndian, toByteOffset: offset, as: Number.self)
  }
}

/// A trace file that could not be made.
public struct TraceRecordingError: Error, CustomStringConvertible {
  public let path: String
  /// The system's error number; `EBUSY` if the program records into another file already.
  public let errorNumber: Int32
  /// The file into which the program records already, if that is the reason.
  public let openRecording: String?

  init(path: String, errorNumber: Int32) {
    (self.path, self.errorNumber, openRecording) = (path, errorNumber, nil)
  }

  init(path: String, openRecording: String) {
    (self.path, errorNumber, self.openRecording) = (path, EBUSY, openRecording)
  }

  public var description: String {
    guard let openRecording else {
      return "\(path): cannot record a trace there: \(String(cString: strerror(errorNumber)))"
    }
    return """
      \(path): cannot record a trace there, because this program is recorded into \(openRecording) already: \
      end that recording first, or use its file
      """
  }
}
