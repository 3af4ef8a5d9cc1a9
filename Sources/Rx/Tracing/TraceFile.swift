import CPlatform
import Foundation
import Synchronization
import TraceFormat

/// The file of a recording, mapped into memory and filled slot by slot from any thread.
///
/// A slot is claimed with one atomic addition, which also gives the order of the records of all threads. Records in the
/// mapping belong to the operating system, so they outlive a crash of this process.
///
/// The file is a row of segments. A thread first asks for the current ``segment``, makes sure that everything that its
/// record refers to is defined there, and then claims slots. If the segment has become full in the meantime, it gets none,
/// and has to begin again with the next one: slots that it has claimed there are marked as padding.
///
/// Disk space is reserved before it is mapped, so that a full disk is an error code here, never a signal in the traced
/// program. A signal is possible only if another program truncates the file while it is written, which no recorder does.
final class TraceFile: @unchecked Sendable {
  let layout: SegmentLayout
  /// The windows of the segments.
  private let base: UnsafeMutableRawPointer
  /// The first page of the file. It is mapped for itself, because the first segment leaves its window.
  private let header: UnsafeMutableRawPointer
  /// Those of ``TraceFormat/Header/flags`` that hold from the beginning.
  private let flags: UInt32
  /// An epoch before that of the first segment, and after those of earlier recordings.
  let firstEpoch: UInt32
  /// A child that was forked without the handlers of `pthread_atfork` shares the file, and must not write to it.
  private let process = getpid()
  /// The number of slots claimed so far, including those that did not fit.
  private let claimed = Atomic<Int>(TraceFormat.headerSlots)
  /// The slot after the last one that is mapped.
  private let capacity = Atomic<Int>(0)
  /// The slot at which a claim takes the slow path: first the middle of the newest block, to map the next one in time,
  /// then its end.
  private let checkpoint = Atomic<Int>(0)
  /// The number of the current segment; -1 while nothing can be recorded, and ``over`` at the end.
  private let current = Atomic<Int>(-1)
  private static let over = -2
  private let failure = Atomic<Int32>(0)
  private let isPublished = Atomic<Bool>(false)
  private let state: Lock<State>

  private static let lastEpoch = Atomic<UInt32>(0)

  private struct State: @unchecked Sendable {
    var place: RecordingPlace
    var file: OwnDescriptor
    /// The number of the newest segment that has begun.
    var segment = -1
    /// The number of the newest segment whose window is mapped.
    var prepared = -1
    /// The bytes of the first segment that are mapped: it grows in blocks, because most recordings are small.
    var mapped = 0
    /// Slots that were claimed across the end of a segment, and are not marked as padding yet.
    var unpadded: [Range<Int>] = []
    /// Whether records are dropped until a thread has left an old segment.
    var isWaiting = false
    var isOver = false
    var origin: RecordingOrigin?

    /// The file's descriptor; nil if the program has closed it and the file cannot be opened again.
    mutating func descriptor() -> Int32? { file.number(orAnewFrom: place.names) }
  }

  /// Makes the file and writes its header.
  /// - Throws: ``TraceRecordingError`` if the file cannot be made; then no file is left.
  init(_ options: RecordingOptions) throws(TraceRecordingError) {
    func error(_ number: Int32) -> TraceRecordingError { TraceRecordingError(path: options.path, errorNumber: number) }
    guard let layout = SegmentLayout(maximumSize: options.maximumSize) else {
      let reason = "a recording needs at least \(SegmentLayout.smallestFile) bytes"
      throw TraceRecordingError(path: options.path, errorNumber: EFBIG, reason: reason)
    }
    let place = try RecordingPlace(options.path, keepsOthers: options.keepsOthers)
    guard let base = Self.reserve(layout.windows * layout.size + Self.headerBytes) else { throw error(ENOMEM) }
    (self.layout, self.base, header) = (layout, base, base + layout.windows * layout.size)
    typealias Header = TraceFormat.Header
    flags = (options.isRing ? Header.ringFlag : 0) | (options.recordsOutput ? 0 : Header.withoutOutputFlag)
    firstEpoch = Self.lastEpoch.wrappingAdd(1, ordering: .relaxed).newValue
    state = Lock(State(place: place, file: try place.makeFile()))
    guard state.withLock({ begin(&$0) }) else { throw error(failure.load(ordering: .relaxed)) }
  }

  deinit { munmap(base, layout.windows * layout.size + Self.headerBytes) }

  /// The name that the file has now.
  var path: String { state.withLock { $0.place.current } }

  /// Tells that this user made the recording on this machine; nil if the machine has no id.
  var origin: RecordingOrigin? { state.withLock { $0.origin } }

  /// The sequence number of the next record.
  var end: UInt64 { UInt64(claimed.load(ordering: .relaxed)) }

  /// The longest payload of a record, in bytes.
  var longestPayload: Int { TraceFormat.longestPayload(inSegmentOf: layout.size) }

  /// The segment in which the next record belongs; nil while nothing can be recorded.
  @inline(__always)
  var segment: Segment? {
    let number = current.load(ordering: .acquiring)
    return _fastPath(number >= 0) ? Segment(number: number, epoch: epoch(of: number)) : nil
  }

  @inline(__always)
  private func epoch(of segment: Int) -> UInt32 { firstEpoch &+ 1 &+ UInt32(truncatingIfNeeded: segment) }

  /// Claims `count` consecutive slots of a segment.
  ///
  /// Must be called during a visit of a recorder, by a thread that has noted the segment's epoch (``ThreadRegistry``).
  /// - Returns: nil if the segment is full, or if nothing can be recorded any more.
  @inline(__always)
  func claim(_ count: Int, in segment: Segment) -> (pointer: UnsafeMutableRawPointer, sequence: UInt64)? {
    // Released, so that a thread which sees that the segment is full also sees that this one is in a visit.
    let index = claimed.wrappingAdd(count, ordering: .acquiringAndReleasing).oldValue
    let end = min(checkpoint.load(ordering: .acquiring), layout.end(of: segment.number))
    if _slowPath(index &+ count > end) {
      guard settle(index, count, in: segment) else { return nil }
    }
    return (base + layout.offset(ofSlot: index), UInt64(index))
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
      current.store(Self.over, ordering: .relaxed)
      state.isOver = true
      let used = min(claimed.load(ordering: .relaxed), capacity.load(ordering: .relaxed))
      if state.descriptor() != nil {
        store(UInt64(used), at: TraceFormat.Header.usedSlots, &state)
        store(flags | TraceFormat.Header.closedFlag, at: TraceFormat.Header.flags, &state)
      }
      let length = layout.windows * layout.size + Self.headerBytes
      let memory = mmap(
        base, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON | MAP_FIXED | MAP_NORESERVE, -1, 0)
      // Truncated only if the memory is mapped now: a write to the file's mapping beyond its end would bring a signal.
      if memory != MAP_FAILED { truncate(&state, toHold: used) }
      end(&state)
    }
  }

  /// The recording's descriptor, the number of slots that are claimed now, and the newest segment.
  /// - Returns: nil if the recording is over, or its file is lost.
  func beginCopy() -> (source: Int32, used: Int, newest: Int)? {
    state.withLock { state in
      guard !state.isOver, process == getpid(), let number = state.descriptor() else { return nil }
      let source = fcntl(number, F_DUPFD_CLOEXEC, 0)
      guard source >= 0 else { return nil }
      let used = min(claimed.load(ordering: .acquiring), capacity.load(ordering: .acquiring))
      return (source, used, state.segment)
    }
  }

  /// The oldest segment besides the first that has not been replaced, and the number of records that have been removed.
  /// - Parameter source: the file's descriptor, because a recording that has ended is not mapped any more.
  func removed(from source: Int32) -> (oldest: Int, records: UInt64) {
    state.withLock { state in
      var records: UInt64 = 0
      pread(source, &records, MemoryLayout<UInt64>.size, off_t(TraceFormat.Header.removedRecords))
      return (layout.oldest(besides: state.prepared), UInt64(littleEndian: records))
    }
  }

  private func truncate(_ state: inout State, toHold used: Int) {
    guard !layout.replaces(state.segment), let number = state.descriptor() else { return }
    let rest = used * TraceFormat.slotSize - state.segment * layout.size
    ftruncate(number, off_t(layout.offsetInFile(of: state.segment) + rest))
  }

  /// Removes a file that never got its requested name: it has no calls, and another file has the name.
  private func end(_ state: inout State) {
    state.place.removeUnpublished(state.descriptor() != nil)
    state.file.close()
  }
}

// MARK: The beginning

extension TraceFile {
  private static let firstBlock = 1 << 18
  /// The largest page of the systems that this runs on.
  private static let headerBytes = 1 << 14

  /// Addresses that nothing else in the program takes.
  private static func reserve(_ length: Int) -> UnsafeMutableRawPointer? {
    let found = mmap(nil, length, PROT_NONE, MAP_PRIVATE | MAP_ANON | MAP_NORESERVE, -1, 0)
    return found == MAP_FAILED ? nil : found
  }

  private func begin(_ state: inout State) -> Bool {
    state.prepared = 0
    guard extend(&state), mapHeader(&state), begin(0, &state) else { return giveUp(&state) }
    sign(&state)
    return !state.place.publishIfFree() || mapAnew(&state) || giveUp(&state)
  }

  private func sign(_ state: inout State) {
    guard let number = state.descriptor() else { return }
    let started = header.load(fromByteOffset: TraceFormat.Header.startWallClock, as: UInt64.self)
    state.origin = RecordingOrigin(
      ofFile: number, startWallClock: UInt64(littleEndian: started), process: UInt32(process))
    store(state.origin?.mark ?? 0, at: TraceFormat.Header.origin, &state)
  }

  /// Removes the file after a failure.
  private func giveUp(_ state: inout State) -> Bool {
    state.place.removeFile()
    state.file.close()
    return false
  }

  /// Maps the file again after it was renamed, because valgrind stops when neighbouring mappings of one file have different
  /// names.
  private func mapAnew(_ state: inout State) -> Bool {
    map(state.mapped, of: 0, to: base, &state) && mapHeader(&state)
  }

  private func mapHeader(_ state: inout State) -> Bool {
    map(min(Self.headerBytes, state.mapped), of: 0, to: header, &state)
  }

  /// Maps bytes of the file, from an offset on, in place of what is at an address of the windows.
  private func map(
    _ count: Int, of offset: Int, to address: UnsafeMutableRawPointer, _ state: inout State
  ) -> Bool {
    guard let number = state.descriptor() else { return fail(EBADF) }
    let found = mmap(address, count, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, number, off_t(offset))
    guard found != MAP_FAILED else { return fail(errno) }
    hw_make_writable(address, count)
    return true
  }

  private func fail(_ error: Int32) -> Bool {
    failure.store(error, ordering: .relaxed)
    current.store(-1, ordering: .relaxed)
    return false
  }
}

// MARK: Segments

extension TraceFile {
  /// Handles a claim that the fast path cannot judge.
  /// - Returns: whether the slots can be used.
  @inline(never)
  private func settle(_ index: Int, _ count: Int, in segment: Segment) -> Bool {
    let slots = index..<index + count
    // The program may be about to read the error of its own last call.
    let error = errno
    defer { errno = error }
    if slots.upperBound <= layout.end(of: segment.number) {
      if slots.upperBound <= capacity.load(ordering: .acquiring) {
        growAhead()
        return true
      }
      return state.withLock { state in
        while slots.upperBound > capacity.load(ordering: .relaxed) {
          guard extend(&state) else { return false }
        }
        return true
      }
    }
    state.withLock { state in
      state.unpadded.append(slots)
      goOn(&state)
    }
    return false
  }

  /// Begins the segments in which slots have been claimed, and marks as padding those that were claimed too early.
  private func goOn(_ state: inout State) {
    guard let last = state.unpadded.map(\.upperBound).max() else { return }
    while state.segment < layout.segment(ofSlot: last - 1) {
      guard begin(state.segment + 1, &state) else { break }
    }
    let end = capacity.load(ordering: .relaxed)
    for slots in state.unpadded where slots.lowerBound < end { pad(slots.lowerBound..<min(slots.upperBound, end)) }
    state.unpadded = state.unpadded.filter { $0.upperBound > end }.map { max($0.lowerBound, end)..<$0.upperBound }
  }

  private func pad(_ slots: Range<Int>) {
    var slot = slots.lowerBound
    while slot < slots.upperBound {
      let segment = layout.segment(ofSlot: slot)
      let end = min(slots.upperBound, layout.end(of: segment))
      slot = max(slot, layout.start(of: segment))
      if slot < end { SlotContents(padding: end - slot).fill(base + layout.offset(ofSlot: slot)) }
      slot = max(slot, end)
    }
  }

  /// Lets records go into a segment.
  /// - Returns: false if the segment cannot be mapped, or not yet.
  private func begin(_ segment: Int, _ state: inout State) -> Bool {
    // Threads may have claimed all of the first segment before it was mapped.
    while segment > 0 && state.mapped < layout.size { guard extend(&state) else { return false } }
    guard segment <= state.prepared || prepare(segment, &state) || prepareSoon(segment, &state) else {
      return waitForThreads(&state)
    }
    writeHeader(of: segment)
    // Nobody gets the slots of the header.
    let start = layout.start(of: segment)
    var known = claimed.load(ordering: .relaxed)
    while known < start {
      known = claimed.weakCompareExchange(expected: known, desired: start, ordering: .relaxed).original
    }
    if segment > 0 {
      capacity.store(layout.end(of: segment), ordering: .releasing)
      checkpoint.store(layout.end(of: segment) - layout.size / 2 / TraceFormat.slotSize, ordering: .releasing)
    }
    state.segment = segment
    Self.lastEpoch.store(epoch(of: segment), ordering: .relaxed)
    current.store(segment, ordering: .releasing)
    return true
  }

  private func isOver(_ state: State) -> Bool {
    state.isOver || failure.load(ordering: .relaxed) != 0 || process != getpid()
  }

  /// Maps the next segment into its window.
  /// - Returns: false after a failure, or if a thread may still write in the segment that had the window before.
  private func prepare(_ segment: Int, _ state: inout State) -> Bool {
    guard !isOver(state) else { return false }
    if segment >= layout.windows, !hw_all_beyond(epoch(of: segment - layout.windows)) { return false }
    let (offset, window) = (layout.offsetInFile(of: segment), base + layout.offset(ofWindowFor: segment))
    if !layout.replaces(segment) {
      guard let number = state.descriptor() else { return fail(EBADF) }
      let error = hw_reserve_file_space(number, Int64(offset), Int64(layout.size))
      guard error == 0 else { return fail(error) }
    }
    guard map(layout.size, of: offset, to: window, &state) else { return false }
    if layout.replaces(segment) { clear(window) }
    // A thread that still writes there finds the page in the system's cache.
    if segment >= 2 { madvise(base + layout.offset(ofWindowFor: segment - 2), layout.size, MADV_DONTNEED) }
    state.prepared = segment
    return true
  }

  /// Counts the calls of a segment as removed, and empties it. It has no valid header while it holds something else.
  ///
  /// It loses its header before its calls are counted. So a reader that has read the count, and then finds all segments that
  /// it knows, knows the count of exactly those that are missing.
  private func clear(_ window: UnsafeMutableRawPointer) {
    let removed = (header + TraceFormat.Header.removedRecords).assumingMemoryBound(to: Atomic<UInt64>.self)
    let count = SegmentContents(window, layout.size).numberOfCalls
    window.storeBytes(of: 0, as: UInt64.self)
    atomicMemoryFence(ordering: .acquiringAndReleasing)
    removed.pointee.wrappingAdd(count, ordering: .acquiringAndReleasing)
    memset(window, 0, layout.size)
  }

  /// How often a window is asked for before records are dropped, and the microseconds between.
  private static let (mostWaits, wait) = (50, UInt32(200))

  /// Waits briefly for a thread that still writes in the segment that had the window before, then maps the next one. Sleeping
  /// here gives that thread the processor.
  private func prepareSoon(_ segment: Int, _ state: inout State) -> Bool {
    guard !state.isWaiting else { return false }
    for _ in 0..<Self.mostWaits where !isOver(state) {
      usleep(Self.wait)
      if prepare(segment, &state) { return true }
    }
    return false
  }

  /// Drops records until no thread writes in the segment whose window is needed. Such a thread has been stopped in the middle
  /// of a record while the others filled all windows.
  private func waitForThreads(_ state: inout State) -> Bool {
    current.store(-1, ordering: .relaxed)
    guard !state.isWaiting, !isOver(state) else { return false }
    state.isWaiting = runBeside { file in
      while !file.resume() { usleep(1000) }
    }
    return state.isWaiting ? false : fail(EAGAIN)
  }

  /// - Returns: whether there is nothing to wait for any more.
  private func resume() -> Bool {
    state.withLock { state in
      goOn(&state)
      state.isWaiting = !state.unpadded.isEmpty && !isOver(state)
      return !state.isWaiting
    }
  }

  /// Maps the next block on another thread, because mapping its pages takes longer than writing to them.
  private func growAhead() {
    let end = capacity.load(ordering: .relaxed)
    guard checkpoint.exchange(end, ordering: .relaxed) < end else { return }
    // If no thread can be made, the one that needs the block will map it.
    _ = runBeside { file in
      while !file.grow(from: end) { usleep(1000) }
    }
  }

  /// - Returns: false if that has to be tried again later.
  private func grow(from end: Int) -> Bool {
    state.withLock { state in
      guard capacity.load(ordering: .relaxed) == end, !isOver(state) else { return true }
      return state.mapped < layout.size ? extend(&state) : prepare(state.segment + 1, &state)
    }
  }

  /// Maps the next block of the first segment: as much again as is mapped.
  private func extend(_ state: inout State) -> Bool {
    guard !isOver(state) else { return false }
    let block = min(max(state.mapped, Self.firstBlock), layout.size - state.mapped)
    guard block > 0, let number = state.descriptor() else { return fail(EBADF) }
    let error = hw_reserve_file_space(number, Int64(state.mapped), Int64(block))
    guard error == 0 else { return fail(error) }
    guard map(block, of: state.mapped, to: base + state.mapped, &state) else { return false }
    state.mapped += block
    let slots = state.mapped / TraceFormat.slotSize
    capacity.store(slots, ordering: .releasing)
    checkpoint.store(slots - block / 2 / TraceFormat.slotSize, ordering: .releasing)
    return true
  }

  private func runBeside(_ body: @escaping (TraceFile) -> Void) -> Bool {
    let task = Unmanaged.passRetained(Task(self, body))
    let hasBegun = hw_run_beside(
      { context in
        let task = Unmanaged<Task>.fromOpaque(context!).takeRetainedValue()
        task.body(task.file)
      }, task.toOpaque())
    if !hasBegun { task.release() }
    return hasBegun
  }

  /// Work for another thread.
  private final class Task {
    let file: TraceFile
    let body: (TraceFile) -> Void

    init(_ file: TraceFile, _ body: @escaping (TraceFile) -> Void) { (self.file, self.body) = (file, body) }
  }
}

// MARK: The header

extension TraceFile {
  /// Counts a dropped record in the file's header itself, so that a recording which is killed has the exact count.
  /// - Parameter reason: the value of ``TraceFormat/Header/dropReason``, if it is the first record that is dropped; nil for
  ///   the reason why nothing can be recorded.
  func countDropped(because reason: UInt32? = nil) {
    // A record that a thread makes while the file is closed does not belong to the recording.
    guard current.load(ordering: .relaxed) != Self.over else { return }
    let count = (header + TraceFormat.Header.droppedRecords).assumingMemoryBound(to: Atomic<UInt64>.self)
    let isFirst = count.pointee.wrappingAdd(1, ordering: .relaxed).oldValue == 0
    let reason = reason ?? UInt32(bitPattern: failure.load(ordering: .relaxed))
    if isFirst { state.withLock { store(reason, at: TraceFormat.Header.dropReason, &$0) } }
  }

  /// Each segment's header is complete, so that a segment can be read by itself.
  private func writeHeader(of segment: Int) {
    typealias Field = TraceFormat.Header
    let start = base + layout.offset(ofWindowFor: segment)
    func put<Number: FixedWidthInteger>(_ number: Number, at offset: Int) {
      start.storeBytes(of: number.littleEndian, toByteOffset: offset, as: Number.self)
    }
    if segment == 0 {
      put(TraceFormat.version, at: Field.version)
      put(UInt32(TraceFormat.headerSize), at: Field.headerSize)
      put(UInt32(TraceFormat.slotSize), at: Field.slotSize)
      put(flags, at: Field.flags)
      put(hw_ticks_per_second().bitPattern, at: Field.ticksPerSecond)
      put(hw_ticks(), at: Field.startTicks)
      put(UInt64(Date().timeIntervalSince1970 * 1e9), at: Field.startWallClock)
      put(UInt32(process), at: Field.processIdentifier)
      put(UInt32(layout.size), at: Field.segmentSize)
    } else {
      // Without the fields that only the first segment keeps up to date.
      for field in [Field.version..<Field.flags, Field.startTicks..<Field.usedSlots, Field.origin..<Field.origin + 8] {
        (start + field.lowerBound).copyMemory(from: header + field.lowerBound, byteCount: field.count)
      }
    }
    put(UInt64(segment), at: Field.segment)
    put(hw_ticks(), at: Field.segmentTicks)
    atomicMemoryFence(ordering: .acquiringAndReleasing)
    start.copyMemory(from: TraceFormat.magic, byteCount: TraceFormat.magic.count)
  }

  /// Writes through the mapping, because `write` raises a signal if the program has set a limit (`ulimit -f`). The
  /// mapping raises one if the file was truncated, so its size is checked first.
  private func store<Number: FixedWidthInteger>(_ number: Number, at offset: Int, _ state: inout State) {
    guard state.descriptor() != nil, let size = state.file.size, size >= TraceFormat.headerSize else { return }
    header.storeBytes(of: number.littleEndian, toByteOffset: offset, as: Number.self)
  }
}
