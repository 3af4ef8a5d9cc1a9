import CPlatform
import Dispatch
import Foundation
import Synchronization
import TraceFormat

/// The file of a recording, mapped into memory and filled slot by slot from any thread.
///
/// A slot is claimed with one atomic addition. Whatever was stored in the mapping belongs to the operating system, so
/// it outlives a crash of this process. The file grows in blocks whose disk space is reserved before they are mapped:
/// a full disk is an error code here, never a signal in the traced program.
final class TraceFile: @unchecked Sendable {
  let path: String
  private let descriptor: Int32
  private let base: UnsafeMutableRawPointer
  private let maximumSize: Int
  /// Slots claimed so far, those that did not fit included.
  private let claimed = Atomic<Int>(0)
  /// Slots that are mapped.
  private let capacity = Atomic<Int>(0)
  /// Where a claim has to stop and look: at the middle of the newest block, to have the next one mapped in time, and
  /// then at its end.
  private let checkpoint = Atomic<Int>(0)
  private let dropped = Atomic<UInt64>(0)
  private let mappedSize = Lock<Int>(0)
  private let failure = Atomic<Int32>(0)
  private let isFailed = Atomic<Bool>(false)
  /// Set under the lock of `mappedSize`: from then on the descriptor's number may be another file's.
  private let isClosed = Atomic<Bool>(false)

  /// Creates the file and writes its header.
  /// - Throws: ``TraceRecordingError`` where the file cannot be made.
  init(path: String, maximumSize: Int) throws(TraceRecordingError) {
    self.path = path
    descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw TraceRecordingError(path: path, errorNumber: errno) }
    self.maximumSize = maximumSize
    // Address space alone: nothing is used until a block of the file is mapped into it.
    let reserved = mmap(nil, maximumSize, PROT_NONE, MAP_PRIVATE | MAP_ANON | MAP_NORESERVE, -1, 0)
    guard let reserved, reserved != MAP_FAILED else {
      let error = TraceRecordingError(path: path, errorNumber: errno)
      Foundation.close(descriptor)
      throw error
    }
    base = reserved
    guard mappedSize.withLock({ grow(&$0, toHold: 0) }) else {
      munmap(base, maximumSize)
      Foundation.close(descriptor)
      let error = failure.load(ordering: .relaxed)
      throw TraceRecordingError(path: path, errorNumber: error == 0 ? EFBIG : error)
    }
    writeHeader()
  }

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

  /// Ends the file: its length becomes what was used, and its header says so.
  ///
  /// Another thread may be in the middle of a record. What it writes from now on goes to memory that nobody reads.
  func close() {
    mappedSize.withLock { mapped in
      isFailed.store(true, ordering: .relaxed)
      let used = min(claimed.load(ordering: .relaxed), capacity.load(ordering: .relaxed))
      _ = mmap(base, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON | MAP_FIXED | MAP_NORESERVE, -1, 0)
      store(UInt64(used), at: TraceFormat.Header.usedSlots)
      store(dropped.load(ordering: .relaxed), at: TraceFormat.Header.droppedRecords)
      store(UInt32(bitPattern: failure.load(ordering: .relaxed)), at: TraceFormat.Header.dropReason)
      ftruncate(descriptor, off_t(TraceFormat.headerSize + used * TraceFormat.slotSize))
      store(TraceFormat.Header.closedFlag, at: TraceFormat.Header.flags)
      isClosed.store(true, ordering: .relaxed)
      Foundation.close(descriptor)
      // Nobody was ever given an address there; kept, a program that records often would run out of them.
      if maximumSize > mapped { munmap(base + mapped, maximumSize - mapped) }
    }
  }

  @inline(never)
  private func makeRoom(for slots: Int) -> Bool {
    if slots <= capacity.load(ordering: .acquiring) {
      growAhead()
      return true
    }
    let hasRoom = mappedSize.withLock { mapped in
      slots <= capacity.load(ordering: .relaxed) || grow(&mapped, toHold: slots)
    }
    if !hasRoom { countDropped() }
    return hasRoom
  }

  /// Has the next block mapped by another thread, because filling pages in takes longer than writing to them.
  private func growAhead() {
    let end = capacity.load(ordering: .relaxed)
    guard checkpoint.exchange(end, ordering: .relaxed) < end else { return }
    DispatchQueue.global(qos: .userInitiated).async {
      self.mappedSize.withLock { mapped in
        if self.capacity.load(ordering: .relaxed) == end { _ = self.grow(&mapped, toHold: end + 1) }
      }
    }
  }

  /// Also stored at once, so that a run that is cut off later still says what it lost.
  private func countDropped() {
    let count = dropped.wrappingAdd(1, ordering: .relaxed).newValue
    guard count & (count - 1) == 0 else { return }
    mappedSize.withLock { _ in
      guard !isClosed.load(ordering: .relaxed) else { return }
      store(count, at: TraceFormat.Header.droppedRecords)
      store(UInt32(bitPattern: failure.load(ordering: .relaxed)), at: TraceFormat.Header.dropReason)
    }
  }

  /// Maps more of the file: as much again as there is, so that the cost per record stays the same.
  private func grow(_ mapped: inout Int, toHold slots: Int) -> Bool {
    guard !isFailed.load(ordering: .relaxed) else { return false }
    let needed = TraceFormat.headerSize + slots * TraceFormat.slotSize
    var size = max(mapped, Self.firstBlock)
    while mapped + size < needed { size *= 2 }
    size = min(size, max(Self.largestBlock, needed - mapped))
    guard mapped + size <= maximumSize else { return fail(0) }
    let error = hw_reserve_file_space(descriptor, Int64(mapped), Int64(size))
    guard error == 0 else { return fail(error) }
    let block = mmap(
      base + mapped, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, descriptor, off_t(mapped))
    guard let block, block != MAP_FAILED else { return fail(errno) }
    hw_make_writable(block, size)
    mapped += size
    let slots = (mapped - TraceFormat.headerSize) / TraceFormat.slotSize
    capacity.store(slots, ordering: .releasing)
    checkpoint.store(slots - size / 2 / TraceFormat.slotSize, ordering: .releasing)
    return true
  }

  private func fail(_ error: Int32) -> Bool {
    failure.store(error, ordering: .relaxed)
    isFailed.store(true, ordering: .relaxed)
    return false
  }

  private func writeHeader() {
    typealias Field = TraceFormat.Header
    let now = Date().timeIntervalSince1970
    store(TraceFormat.version, at: Field.version)
    store(UInt32(TraceFormat.headerSize), at: Field.headerSize)
    store(UInt32(TraceFormat.slotSize), at: Field.slotSize)
    store(hw_ticks_per_second().bitPattern, at: Field.ticksPerSecond)
    store(hw_ticks(), at: Field.startTicks)
    store(UInt64(now * 1e9), at: Field.startWallClock)
    store(UInt32(getpid()), at: Field.processIdentifier)
    pwrite(descriptor, TraceFormat.magic, TraceFormat.magic.count, 0)
  }

  /// Through the file, because the mapping is gone when the last fields are written.
  private func store<Number: FixedWidthInteger>(_ number: Number, at offset: Int) {
    withUnsafeBytes(of: number.littleEndian) { _ = pwrite(descriptor, $0.baseAddress, $0.count, off_t(offset)) }
  }

  private static let firstBlock = 1 << 18
  private static let largestBlock = 1 << 23
}

/// A trace file that could not be made.
public struct TraceRecordingError: Error, CustomStringConvertible {
  public let path: String
  /// The system's error number.
  public let errorNumber: Int32

  public var description: String { "\(path): cannot record a trace there: \(String(cString: strerror(errorNumber)))" }
}
