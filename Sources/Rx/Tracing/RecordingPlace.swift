import CPlatform
import Foundation
import TraceFormat

/// The name of a recording's file: first a temporary one, then the requested one.
///
/// A file that another process made is never written to. A file that has the requested name is replaced in one step,
/// once something is recorded. So a recording that fails, or of a program without pipelines, replaces nothing.
struct RecordingPlace {
  /// The requested path, absolute and without links.
  let target: String
  /// Whether a finished recording that has the requested name is kept under another; a running one always is.
  let keepsOthers: Bool
  /// The name that the file has now.
  private(set) var current: String
  private var isPublished = false

  /// - Throws: ``TraceRecordingError`` if the path leads to something that is not a regular file, or not writable.
  init(_ path: String, keepsOthers: Bool) throws(TraceRecordingError) {
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      throw TraceRecordingError(path: path, errorNumber: status.st_mode & S_IFMT == S_IFDIR ? EISDIR : ENODEV)
    }
    // Checked because renaming would replace even a file that must not be written to.
    if access(path, F_OK) == 0, access(path, W_OK) != 0 { throw TraceRecordingError(path: path, errorNumber: errno) }
    target = Self.resolved(path)
    self.keepsOthers = keepsOthers
    let slash = target.lastIndex(of: "/").map(target.index(after:)) ?? target.startIndex
    let number = Self.lastNumber.withLock { number in
      number += 1
      return number
    }
    current = "\(target[..<slash]).\(target[slash...]).\(getpid()).\(number)"
  }

  private static let lastNumber = Lock(0)

  /// Resolves the folder even if the file does not exist, because the program may change its working directory.
  private static func resolved(_ path: String) -> String {
    if let whole = absolute(path) { return whole }
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
    return absolute(folder).map { $0 == "/" ? "/\(name)" : "\($0)/\(name)" } ?? path
  }

  private static func absolute(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// The names that the file may have: another recorder may have taken the first from it.
  var names: [String] { [current, TraceFormat.path(target, ofProcess: UInt32(getpid()))] }

  /// Makes the file, with the mode and the owner of the file that it will replace.
  func makeFile() throws(TraceRecordingError) -> OwnDescriptor {
    // A killed process that had the same process number may have left a file with this name.
    unlink(current)
    var file: OwnDescriptor
    do {
      file = try OwnDescriptor(making: current)
    } catch {
      throw TraceRecordingError(path: target, errorNumber: error.errorNumber)
    }
    if let number = file.number(orAnewFrom: []) { takeOver(number) }
    return file
  }

  /// Makes a file that takes no part in the program's recording.
  /// - Returns: its descriptor.
  func makeCopy() throws(TraceRecordingError) -> Int32 {
    unlink(current)
    let file = open(current, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw TraceRecordingError(path: target, errorNumber: errno) }
    takeOver(file)
    return file
  }

  /// Gives a file the mode and the owner of the one that it will replace.
  private func takeOver(_ number: Int32) {
    var status = stat()
    guard stat(target, &status) == 0 else { return }
    _ = fchown(number, status.st_uid, status.st_gid)
    fchmod(number, status.st_mode & 0o777)
  }

  func removeFile() { unlink(current) }

  /// Tells the command that started the program that there will be no recording at a path.
  static func noteFailure(at path: String) {
    close(open(TraceFormat.failurePath(path), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600))
  }

  /// Removes a file that never took the requested name.
  /// - Parameter isOurs: whether the name still belongs to the file that was made here.
  func removeUnpublished(_ isOurs: Bool) {
    if !isPublished && isOurs { unlink(current) }
  }

  /// Takes the requested name if no file has it.
  /// - Returns: whether it did.
  @discardableResult
  mutating func publishIfFree() -> Bool {
    guard !isPublished && hw_rename_to_free_name(current, target) == 0 else { return false }
    published(as: target)
    return true
  }

  /// Takes the requested name, and keeps or removes the file that had it.
  mutating func publish() {
    while !isPublished {
      publishIfFree()
      if isPublished { return }
      let failure = hw_swap_names(current, target)
      // The other file may have gone meanwhile.
      if failure == ENOENT && access(current, F_OK) == 0 { continue }
      if failure == 0 { keepOrRemoveOther() } else { publishWithoutSwap() }
    }
  }

  private mutating func published(as name: String) { (current, isPublished) = (name, true) }

  /// After the names were swapped: the other file has the name that this file had.
  private mutating func keepOrRemoveOther() {
    if let other = Recorded(current), keepsOthers || other.goesOn {
      let kept = TraceFormat.path(target, ofProcess: other.process)
      if hw_rename_to_free_name(current, kept) != 0 { rename(current, kept) }
    } else {
      unlink(current)
    }
    published(as: target)
  }

  /// For file systems that cannot swap names. If the other file has to be kept, this file gets another name.
  private mutating func publishWithoutSwap() {
    let isKept = Recorded(target).map { keepsOthers || $0.goesOn } ?? false
    let name = isKept ? TraceFormat.path(target, ofProcess: UInt32(getpid())) : target
    published(as: rename(current, name) == 0 ? name : current)
  }
}

/// A recording of another process.
private struct Recorded {
  let process: UInt32
  /// Whether it is still being written.
  let goesOn: Bool

  /// Nil if the file is not a recording, or is one of this process.
  init?(_ path: String) {
    let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var header = [UInt8](repeating: 0, count: TraceFormat.headerSize)
    guard read(file, &header, header.count) == header.count, header.starts(with: TraceFormat.magic) else { return nil }
    func number(_ offset: Int) -> UInt32 {
      header.withUnsafeBytes { UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self)) }
    }
    process = number(TraceFormat.Header.processIdentifier)
    guard process > 0, process != UInt32(getpid()) else { return nil }
    let isClosed = number(TraceFormat.Header.flags) & TraceFormat.Header.closedFlag != 0
    // Neither check is enough: the lock is lost with the descriptor, and a container has process numbers of its own.
    let isLocked = flock(file, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
    let lives = kill(pid_t(bitPattern: process), 0) == 0 || errno == EPERM
    goesOn = !isClosed && (isLocked || lives)
  }
}
