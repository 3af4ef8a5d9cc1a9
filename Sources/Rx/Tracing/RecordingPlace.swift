import CPlatform
import Foundation
import TraceFormat

/// The name of a recording's file: one of its own at first, and then the one that was asked for.
///
/// No file is ever opened that another process made. A file that has the name already keeps it until something is
/// recorded, and then leaves it in one step; so a recording that fails, or of a program without pipelines, replaces nothing.
struct RecordingPlace {
  /// The path that was asked for, absolute and without links.
  let target: String
  /// Whether a finished recording that has the name is kept as well, as one is that goes on.
  let keepsOthers: Bool
  /// The name that the file has now.
  private(set) var current: String
  private var isPublished = false

  /// - Throws: ``TraceRecordingError`` if something stands there that is not a file.
  init(_ path: String, keepsOthers: Bool) throws(TraceRecordingError) {
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      throw TraceRecordingError(path: path, errorNumber: status.st_mode & S_IFMT == S_IFDIR ? EISDIR : ENODEV)
    }
    // A name could be taken from a file that must not be written to.
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

  /// The folder's path is resolved even if the file does not exist, because the program may change its directory.
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

  /// The names by which the file may be found: another recorder may have taken the first.
  var names: [String] { [current, TraceFormat.path(target, ofProcess: UInt32(getpid()))] }

  /// Makes the file, with the mode and the owner of the one that it is to replace.
  func makeFile() throws(TraceRecordingError) -> OwnDescriptor {
    // A process that was killed and had this process's number may have left one.
    unlink(current)
    var file: OwnDescriptor
    do {
      file = try OwnDescriptor(making: current)
    } catch {
      throw TraceRecordingError(path: target, errorNumber: error.errorNumber)
    }
    var status = stat()
    if stat(target, &status) == 0, let number = file.number(orAnewFrom: []) {
      _ = fchown(number, status.st_uid, status.st_gid)
      fchmod(number, status.st_mode & 0o777)
    }
    return file
  }

  func removeFile() { unlink(current) }

  /// Removes a file that never took the name.
  /// - Parameter isOurs: whether the file that was made here is known to be there still.
  func removeUnpublished(_ isOurs: Bool) {
    if !isPublished && isOurs { unlink(current) }
  }

  /// Takes the name if no file has it.
  /// - Returns: whether it did.
  @discardableResult
  mutating func publishIfFree() -> Bool {
    guard !isPublished && hw_rename_to_free_name(current, target) == 0 else { return false }
    published(as: target)
    return true
  }

  /// Takes the name, and sees to the file that has it.
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

  /// The names were swapped: the other file has the one that this file had.
  private mutating func keepOrRemoveOther() {
    if let other = Recorded(current), keepsOthers || other.goesOn {
      let kept = TraceFormat.path(target, ofProcess: other.process)
      if hw_rename_to_free_name(current, kept) != 0 { rename(current, kept) }
    } else {
      unlink(current)
    }
    published(as: target)
  }

  /// For file systems that cannot swap names. A file that has to be kept keeps its name there, and this one gets another.
  private mutating func publishWithoutSwap() {
    let isKept = Recorded(target).map { keepsOthers || $0.goesOn } ?? false
    let name = isKept ? TraceFormat.path(target, ofProcess: UInt32(getpid())) : target
    published(as: rename(current, name) == 0 ? name : current)
  }
}

/// A recording of another process.
private struct Recorded {
  let process: UInt32
  /// Whether it is still written to.
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
    // The lock is lost with the descriptor; the process's number means nothing in another container.
    let isLocked = flock(file, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
    let lives = kill(pid_t(bitPattern: process), 0) == 0 || errno == EPERM
    goesOn = !isClosed && (isLocked || lives)
  }
}
