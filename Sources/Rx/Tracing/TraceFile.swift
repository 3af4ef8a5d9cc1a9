import CPlatform
import Foundation
import Synchronization
import TraceFormat

/// The file of a recording, mapped into memory and filled slot by slot from any thread.
///
/// A slot is claimed with one atomic addition. Whatever was stored in the mapping belongs to the operating system, so
/// it outlives a crash of this process. The file grows in blocks whose disk space is reserved before they are mapped:
/// a full disk is an error code here, never a signal in the traced program. A signal remains possible only if somebody
/// cuts the file off while it is written, which no recorder does.
final class TraceFile: @unchecked Sendable {
  private let base: UnsafeMutableRawPointer
  private let maximumSize: Int
  /// A child that was forked past the handlers of `pthread_atfork` shares the file and must leave it alone.
  private let process = getpid()
  /// Slots claimed so far, those that did not fit included.
  private let claimed = Atomic<Int>(0)
  /// Slots that are mapped.
  private let capacity = Atomic<Int>(0)
  /// Where a claim has to stop and look: at the middle of the newest block, to have the next one mapped in time, and
  /// then at its end.
  private let checkpoint = Atomic<Int>(0)
  private let dropped = Atomic<UInt64>(0)
  private let failure = Atomic<Int32>(0)
  private let isFailed = Atomic<Bool>(false)
  private let isPublished = Atomic<Bool>(false)
  private let state: Lock<State>

  private struct State: @unchecked Sendable {
    var place: RecordingPlace
    var file: OwnDescriptor
    /// Bytes that are mapped from ``TraceFile/base`` on.
    var mapped = 0

    /// The file's descriptor, unless the program took it away and the file cannot be opened again.
    mutating func descriptor() -> Int32? { file.number(orAnewFrom: place.names) }
  }

  /// Makes the file and writes its header.
  /// - Throws: ``TraceRecordingError`` if the file cannot be made; then nothing is left of it.
  init(path: String, maximumSize: Int, keepsOthers: Bool = false) throws(TraceRecordingError) {
    let place = try RecordingPlace(path, keepsOthers: keepsOthers)
    base = Self.freeAddresses(maximumSize)
    self.maximumSize = maximumSize
    state = Lock(State(place: place, file: try place.makeFile()))
    guard state.withLock({ begin(&$0) }) else {
      let error = failure.load(ordering: .relaxed)
      throw TraceRecordingError(path: path, errorNumber: error == 0 ? EFBIG : error)
    }
  }

  /// The name that the file has now.
  var path: String { state.withLock { $0.place.current } }

  /// Where the next record will stand.
  var end: UInt32 { UInt32(truncatingIfNeeded: claimed.load(ordering: .relaxed)) }

  /// Claims `count` slots that follow each other; nil, and counted, where there is no more room.
  @inline(__always)
  func claim(_ count: Int) -> (pointer: UnsafeMutableRawPointer, sequence: UInt32)? {
    let index = claimed.wrappingAdd(count, ordering: .relaxed).oldValue
    if _slowPath(index &+ count > checkpoint.load(ordering: .acquiring)) {
      guard makeRoom(for: index + count) else { return nil }
    }
    let offset = TraceFormat.headerSize &+ index &* TraceFormat.slotSize
    return (base + offset, UInt32(truncatingIfNeeded: index))
  }

  /// Gives the file the name that was asked for, because something is recorded that is worth another file's place.
  @inline(__always)
  func publish() {
    if _slowPath(!isPublished.load(ordering: .relaxed)) { publishNow() }
  }

  @inline(never)
  private func publishNow() {
    state.withLock { $0.place.publish() }
    isPublished.store(true, ordering: .relaxed)
  }

  /// Ends the file: its length becomes what was used, and its header says so.
  ///
  /// Another thread may be in the middle of a record. What it writes from now on goes to memory that nobody reads.
  func close() {
    guard process == getpid() else { return }
    state.withLock { state in
      isFailed.store(true, ordering: .relaxed)
      let used = min(claimed.load(ordering: .relaxed), capacity.load(ordering: .relaxed))
      if state.descriptor() != nil {
        store(UInt64(used), at: TraceFormat.Header.usedSlots, &state)
        storeDropped(&state)
        store(TraceFormat.Header.closedFlag, at: TraceFormat.Header.flags, &state)
      }
      let memory = mmap(
        base, state.mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON | MAP_FIXED | MAP_NORESERVE, -1, 0)
      // Unless the memory stands there now, a record under way would be written beyond the file's end.
      if memory != MAP_FAILED, let number = state.descriptor() {
        ftruncate(number, off_t(TraceFormat.headerSize + used * TraceFormat.slotSize))
      }
      end(&state)
    }
  }

  /// Nobody is told of a recording that never had the name asked for: it has no calls, and another file has the name.
  private func end(_ state: inout State) {
    state.place.removeUnpublished(state.descriptor() != nil)
    state.file.close()
  }
}

// MARK: Growing

extension TraceFile {
  private static let firstBlock = 1 << 18
  private static let largestBlock = 1 << 23

  /// The start of a range of addresses that are free now and likely to stay so.
  ///
  /// Nothing is reserved, because reserved addresses count towards the program's own limit (`ulimit -v`). The range is
  /// much larger than what is needed: the system gives the program's mappings addresses from the range's other end.
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

  /// Leaves nothing of the file.
  private func giveUp(_ state: inout State) -> Bool {
    state.place.removeFile()
    if state.mapped > 0 { munmap(base, state.mapped) }
    state.file.close()
    return false
  }

  /// Maps the first block under the name that later blocks are mapped under: valgrind stops when it meets neighbouring
  /// mappings of one file that has changed its name.
  private func mapAnew(_ state: inout State) -> Bool {
    guard let number = state.descriptor() else { return fail(EBADF) }
    let block = mmap(base, state.mapped, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, number, 0)
    guard block != MAP_FAILED else { return fail(errno) }
    hw_make_writable(base, state.mapped)
    return true
  }

  @inline(never)
  private func makeRoom(for slots: Int) -> Bool {
    // The program may be about to ask what its own last call said.
    let error = errno
    defer { errno = error }
    if slots <= capacity.load(ordering: .acquiring) {
      growAhead()
      return true
    }
    let hasRoom = state.withLock { state in
      slots <= capacity.load(ordering: .relaxed) || grow(&state, toHold: slots)
    }
    if !hasRoom { countDropped() }
    return hasRoom
  }

  /// Has the next block mapped by another thread, because filling pages in takes longer than writing to them.
  private func growAhead() {
    let end = capacity.load(ordering: .relaxed)
    guard checkpoint.exchange(end, ordering: .relaxed) < end else { return }
    let task = Unmanaged.passRetained(GrowthAhead(self, end))
    let hasBegun = hw_run_beside(
      { context in
        let task = Unmanaged<GrowthAhead>.fromOpaque(context!).takeRetainedValue()
        task.file.grow(from: task.end)
      }, task.toOpaque())
    // Then the thread that needs the block maps it.
    if !hasBegun { task.release() }
  }

  private func grow(from end: Int) {
    state.withLock { state in
      if capacity.load(ordering: .relaxed) == end { _ = grow(&state, toHold: end + 1) }
    }
  }

  /// Also stored at once, so that a run that is cut off later still says what it lost.
  private func countDropped() {
    let count = dropped.wrappingAdd(1, ordering: .relaxed).newValue
    guard count & (count - 1) == 0, process == getpid() else { return }
    state.withLock { storeDropped(&$0) }
  }

  /// Maps more of the file: as much again as there is, so that the cost per record stays the same.
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
      // The program has something of its own there.
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

  /// The block that ends where the next one is to be mapped.
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

  private func storeDropped(_ state: inout State) {
    store(dropped.load(ordering: .relaxed), at: TraceFormat.Header.droppedRecords, &state)
    store(UInt32(bitPattern: failure.load(ordering: .relaxed)), at: TraceFormat.Header.dropReason, &state)
  }

  /// Through the mapping, because a write to the file brings a signal if the program has set itself a limit (`ulimit -f`).
  /// The mapping in turn brings one if somebody cut the file off.
  private func store<Number: FixedWidthInteger>(_ number: Number, at offset: Int, _ state: inout State) {
    guard state.descriptor() != nil, let size = state.file.size, size >= TraceFormat.headerSize else { return }
    base.storeBytes(of: number.littleEndian, toByteOffset: offset, as: Number.self)
  }
}

/// A trace file that could not be made.
public struct TraceRecordingError: Error, CustomStringConvertible {
  public let path: String
  /// The system's error number.
  public let errorNumber: Int32

  public var description: String { "\(path): cannot record a trace there: \(String(cString: strerror(errorNumber)))" }
}
