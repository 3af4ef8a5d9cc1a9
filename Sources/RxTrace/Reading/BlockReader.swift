import Foundation
import TraceFormat

/// A file's bytes in order, read block by block into one buffer that is used again and again.
///
/// The memory does not grow with the file, unlike that of a mapping, whose pages count as the reader's own. A file that
/// is truncated meanwhile does not end the program.
final class BlockReader {
  let path: String
  private var descriptor: Int32
  private let buffer = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
  /// The bytes that have been read and not yet skipped: `offset..<end` of the buffer.
  @exclusivity(unchecked) private var offset = 0
  @exclusivity(unchecked) private var end = 0
  private var reachedEnd = false

  /// The most bytes that can be asked for at once.
  static let capacity = TraceFormat.segmentSizes.upperBound
  private static let blockSize = 1 << 18

  /// - Throws: ``TraceError`` if the file cannot be opened.
  init(path: String) throws {
    self.path = path
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure() }
  }

  /// - Throws: ``TraceError`` if the file cannot be opened once more.
  init(sharing other: BlockReader) throws {
    path = other.path
    descriptor = fcntl(other.descriptor, F_DUPFD_CLOEXEC, 0)
    guard descriptor >= 0 else { throw failure() }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    buffer.deallocate()
  }

  /// The next `count` bytes, valid until more are asked for; nil if the file ends before.
  @inline(__always)
  func bytes(_ count: Int) throws -> UnsafeRawPointer? {
    if _fastPath(end - offset >= count) { return start }
    return try fill(count) ? start : nil
  }

  /// The address of the bytes that were asked for last.
  var start: UnsafeRawPointer { UnsafeRawPointer(buffer + offset) }

  /// The number of bytes that have been read and not passed over.
  var remaining: Int { end - offset }

  /// Skips bytes that were asked for before.
  @inline(__always)
  func skip(_ count: Int) { offset &+= count }

  /// The number of bytes up to `limit`: fewer if the file ends.
  func available(_ limit: Int) throws -> Int { try fill(limit) ? limit : end - offset }

  /// Goes back to a place in the file.
  func seek(to place: Int) throws {
    guard lseek(descriptor, off_t(place), SEEK_SET) >= 0 else { throw failure() }
    (offset, end, reachedEnd) = (0, 0, false)
  }

  /// Reads a part of the file at once, as far as the file goes. Later requests are for bytes of the part, which stay
  /// valid until another part is read.
  func load(_ place: Int, _ count: Int) throws {
    (offset, end, reachedEnd) = (0, 0, true)
    end = try copy(to: UnsafeMutableRawBufferPointer(start: buffer, count: min(count, Self.capacity)), from: place)
  }

  /// Copies bytes from a place in the file, without moving the place of the reading.
  /// - Returns: the number of bytes that were copied.
  func copy(to space: UnsafeMutableRawBufferPointer, from place: Int) throws -> Int {
    var count = 0
    while count < space.count {
      let read = pread(descriptor, space.baseAddress! + count, space.count - count, off_t(place + count))
      if read < 0 && errno == EINTR { continue }
      guard read >= 0 else { throw failure() }
      if read == 0 { break }
      count += read
    }
    return count
  }

  /// The number of bytes that the file has now.
  func size() throws -> Int {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure() }
    return Int(status.st_size)
  }

  @inline(never)
  private func fill(_ count: Int) throws -> Bool {
    precondition(count <= Self.capacity)
    // At the end of the file, bytes are not moved, because the reader of a segment looks at earlier records again.
    if reachedEnd { return end - offset >= count }
    if offset > 0 {
      memmove(buffer, buffer + offset, end - offset)
      (offset, end) = (0, end - offset)
    }
    while end < count && !reachedEnd {
      let read = try readBlock(min(Self.blockSize, Self.capacity - end))
      reachedEnd = read == 0
      end += read
    }
    return end >= count
  }

  private func readBlock(_ count: Int) throws -> Int {
    while true {
      let read = read(descriptor, buffer + end, count)
      if read >= 0 { return read }
      guard errno == EINTR else { throw failure() }
    }
  }

  private func failure() -> TraceError {
    .unreadable(path: path, reason: String(cString: strerror(errno)) + nearestFile(to: path))
  }
}

extension BlockReader {
  /// Makes sure that the file can be read again: the contents of a pipe are copied to a file without a name.
  func makeSeekable() throws {
    guard lseek(descriptor, 0, SEEK_CUR) < 0 else { return }
    var name = Array((NSTemporaryDirectory() + "headwater-XXXXXX").utf8CString)
    let copy = mkstemp(&name)
    guard copy >= 0 else { throw failure() }
    unlink(name)
    do {
      try append(UnsafeRawBufferPointer(start: buffer, count: end), to: copy)
      while true {
        let space = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.blockSize, alignment: 16)
        defer { space.deallocate() }
        let count = read(descriptor, space.baseAddress, space.count)
        if count < 0 && errno == EINTR { continue }
        guard count >= 0 else { throw failure() }
        if count == 0 { break }
        try append(UnsafeRawBufferPointer(rebasing: space[..<count]), to: copy)
      }
    } catch {
      close(copy)
      throw error
    }
    close(descriptor)
    descriptor = copy
    guard lseek(descriptor, off_t(end), SEEK_SET) >= 0 else { throw failure() }
  }

  private func append(_ bytes: UnsafeRawBufferPointer, to file: Int32) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = write(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if written < 0 && errno == EINTR { continue }
      guard written > 0 else { throw failure() }
      rest = rest.dropFirst(written)
    }
  }
}
