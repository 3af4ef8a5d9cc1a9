import CPlatform
import Foundation

/// The descriptor of the trace file, guarded against a program that closes descriptors it did not open.
///
/// If a program closes this descriptor, the next file that it opens may get the same number. So the number is high,
/// because programs rarely close or get high numbers, and each use first checks that it still refers to the file. After
/// the check, another thread can only interfere by opening a file at this very number.
struct OwnDescriptor {
  private var number: Int32
  private var file = hw_file()

  /// Makes a new file. Fails if one exists; follows no link.
  /// - Throws: ``TraceRecordingError``
  init(making path: String) throws(TraceRecordingError) {
    number = Self.moveUp(open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o644))
    guard hw_file_at(number, &file) else { throw TraceRecordingError(path: path, errorNumber: errno) }
    claim()
  }

  /// The number, if it still refers to the file, or the file can be opened again by one of these names.
  mutating func number(orAnewFrom paths: [String]) -> Int32? {
    if hw_is_file_at(number, &file) { return number }
    for path in paths {
      let found = Self.moveUp(open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK))
      guard found >= 0 else { continue }
      if hw_is_file_at(found, &file) {
        number = found
        claim()
        return found
      }
      Foundation.close(found)
    }
    return nil
  }

  /// The length of the file, or nil if the descriptor is lost.
  var size: Int? {
    var found = hw_file()
    guard hw_file_at(number, &found), found.device == file.device, found.inode == file.inode else { return nil }
    return Int(found.size)
  }

  mutating func close() {
    if hw_is_file_at(number, &file) { Foundation.close(number) }
    hw_set_recording_file(-1, nil)
    number = -1
  }

  /// Locks the file, to show other recorders that it is being written, and lets forked children close it.
  private mutating func claim() {
    flock(number, LOCK_EX | LOCK_NB)
    hw_set_recording_file(number, &file)
  }

  /// Moves a descriptor to a high number, or at least to one above the standard streams, which may be closed.
  private static func moveUp(_ descriptor: Int32) -> Int32 {
    guard descriptor >= 0 else { return -1 }
    var limit = rlimit()
    getrlimit(descriptorLimit, &limit)
    let highest = Int32(clamping: min(limit.rlim_cur, 1024)) - 32
    for lowest in [highest, highest / 2, 3] where lowest >= 3 {
      let moved = fcntl(descriptor, F_DUPFD_CLOEXEC, lowest)
      guard moved >= 0 else { continue }
      Foundation.close(descriptor)
      return moved
    }
    if descriptor > STDERR_FILENO { return descriptor }
    let error = errno
    Foundation.close(descriptor)
    errno = error
    return -1
  }

  #if canImport(Glibc)
    private static let descriptorLimit = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
    private static let descriptorLimit = RLIMIT_NOFILE
  #endif
}
