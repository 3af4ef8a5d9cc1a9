import CPlatform
import Foundation
import TraceFormat

/// A copy of a recording as it is at one moment. Threads go on recording while it is made.
///
/// Segments are copied from the oldest on. Those that newer ones have replaced by the end are left out, and count as removed
/// like all before them. So the copy holds each record of its moment, or counts it.
struct Snapshot {
  private let file: TraceFile
  /// The recording's descriptor.
  private let source: Int32
  /// The slot after the last that was claimed at the moment, and the segment that it is in.
  private let used: Int
  private let newest: Int
  private var layout: SegmentLayout { file.layout }

  /// Writes a copy of a recording.
  /// - Throws: ``TraceRecordingError``; then a file that has the path is as it was.
  static func write(_ file: TraceFile, to path: String) throws(TraceRecordingError) {
    guard let (source, used, newest) = file.beginCopy() else { throw .nothingToCopy(path) }
    defer { close(source) }
    let snapshot = Snapshot(file: file, source: source, used: used, newest: newest)
    var place = try RecordingPlace(path, keepsOthers: false)
    guard !snapshot.isRecording(at: place.target) else {
      throw TraceRecordingError(
        path: path, errorNumber: EBUSY, reason: "it is the recording itself; give the copy another name")
    }
    let copy = try place.makeCopy()
    let error = snapshot.write(to: copy)
    close(copy)
    guard error == 0 else {
      place.removeFile()
      throw TraceRecordingError(path: path, errorNumber: error)
    }
    place.publish()
  }

  private func isRecording(at path: String) -> Bool {
    var (target, own) = (stat(), stat())
    guard stat(path, &target) == 0, fstat(source, &own) == 0 else { return false }
    return target.st_dev == own.st_dev && target.st_ino == own.st_ino
  }

  /// - Returns: 0 or an error number.
  private func write(to copy: Int32) -> Int32 {
    let error = hw_reserve_file_space(copy, 0, Int64(length))
    guard error == 0 else { return error }
    let segment = Copied(capacity: layout.size)
    var header = [UInt8](repeating: 0, count: TraceFormat.headerSize)
    guard pread(source, &header, header.count, 0) == header.count else { return EIO }
    let origin = origin(ofCopy: copy, header)
    let first = file.removed(from: source).oldest
    for number in stride(from: first, through: newest, by: 1) {
      guard load(number, segment), segment.write(to: copy, at: layout.offsetInFile(of: number), origin) else {
        return errno
      }
    }
    let (oldest, removed) = file.removed(from: source)
    for number in stride(from: first, to: min(oldest, newest + 1), by: 1) {
      guard Copied.clear(copy, at: layout.offsetInFile(of: number)) else { return errno }
    }
    // The first segment is never replaced, and has the counts.
    guard load(0, segment) else { return errno }
    segment.finish(used: used, removed: removed)
    return segment.write(to: copy, at: 0, origin) ? 0 : errno
  }

  /// Tells that this user made the copy on this machine.
  private func origin(ofCopy copy: Int32, _ header: [UInt8]) -> RecordingOrigin? {
    let started = header.withUnsafeBytes {
      $0.loadUnaligned(fromByteOffset: TraceFormat.Header.startWallClock, as: UInt64.self)
    }
    return RecordingOrigin(
      ofFile: copy, startWallClock: UInt64(littleEndian: started), process: UInt32(getpid()))
  }

  /// Bytes of the copy.
  private var length: Int {
    layout.replaces(newest) ? layout.limit * layout.size : layout.offsetInFile(of: newest) + usedBytes(of: newest)
  }

  private func usedBytes(of segment: Int) -> Int {
    min(layout.size, used * TraceFormat.slotSize - segment * layout.size)
  }

  /// How often a segment is read again, and the microseconds before the first time, which double.
  private static let (mostReads, firstWait) = (10, UInt32(50))

  /// Reads a segment. If a thread is in the middle of a record, it is read again a little later.
  private func load(_ number: Int, _ segment: Copied) -> Bool {
    for attempt in 0..<Self.mostReads {
      guard segment.read(source, from: layout.offsetInFile(of: number), usedBytes(of: number)) else { return false }
      if segment.isFinished { break }
      usleep(Self.firstWait << UInt32(attempt))
    }
    return true
  }
}

/// The memory for one segment of a copy.
private final class Copied {
  private let bytes: UnsafeMutableRawBufferPointer
  private var count = 0
  private var contents: SegmentContents { SegmentContents(UnsafeRawPointer(bytes.baseAddress!), count) }

  init(capacity: Int) { bytes = .allocate(byteCount: capacity, alignment: 8) }

  deinit { bytes.deallocate() }

  func read(_ file: Int32, from offset: Int, _ count: Int) -> Bool {
    self.count = count
    var done = 0
    while done < count {
      let more = pread(file, bytes.baseAddress! + done, count - done, off_t(offset + done))
      if more < 0 && errno == EINTR { continue }
      guard more > 0 else {
        if more == 0 { errno = EIO }
        return false
      }
      done += more
    }
    return true
  }

  var isFinished: Bool { contents.isFinished }

  /// Makes the header that of a recording which has ended.
  func finish(used: Int, removed: UInt64) {
    let flags = bytes.load(fromByteOffset: TraceFormat.Header.flags, as: UInt32.self)
    store(UInt32(littleEndian: flags) | TraceFormat.Header.closedFlag, at: TraceFormat.Header.flags)
    store(UInt64(used), at: TraceFormat.Header.usedSlots)
    store(removed, at: TraceFormat.Header.removedRecords)
  }

  /// Writes the segment with marks for the copy's own file. The room is reserved, so this raises no signal.
  func write(to file: Int32, at offset: Int, _ origin: RecordingOrigin?) -> Bool {
    store(origin?.mark ?? 0, at: TraceFormat.Header.origin)
    contents.forEachImage { slot, path in
      store(
        origin?.mark(ofImage: path) ?? 0, at: slot - UnsafeRawPointer(bytes.baseAddress!) + TraceFormat.Slot.site)
    }
    return Self.write(UnsafeRawBufferPointer(rebasing: bytes[..<count]), to: file, at: offset)
  }

  /// Makes a place one that has no segment.
  static func clear(_ file: Int32, at offset: Int) -> Bool {
    [UInt8](repeating: 0, count: TraceFormat.headerSize).withUnsafeBytes { write($0, to: file, at: offset) }
  }

  private static func write(_ bytes: UnsafeRawBufferPointer, to file: Int32, at offset: Int) -> Bool {
    var done = 0
    while done < bytes.count {
      let more = pwrite(file, bytes.baseAddress! + done, bytes.count - done, off_t(offset + done))
      if more < 0 && errno == EINTR { continue }
      guard more > 0 else { return false }
      done += more
    }
    return true
  }

  private func store<Number: FixedWidthInteger>(_ number: Number, at offset: Int) {
    bytes.storeBytes(of: number.littleEndian, toByteOffset: offset, as: Number.self)
  }
}
