import Foundation

/// Writes a file beside its place and then renames it, so that no reader ever finds half of it.
///
/// If writing fails, the old file stays. The new file has the mode of the one that it replaces, and its owner if the
/// system allows that. The target of a symbolic link is replaced, not the link, as by the shell's `>`; other names of the
/// file (hard links) keep the old contents. A place that is not a regular file, such as a terminal or a pipe, is written
/// to directly.
///
///     try replaceFile("calls.txt") { descriptor in try BufferedText(descriptor, place: "calls.txt").write(text) }
///
/// - Parameter write: is given a descriptor to write to.
/// - Throws: ``SystemError/failed(_:)``; the errors of `write`
package func replaceFile<Result>(_ place: String, _ write: (Int32) throws -> Result) throws -> Result {
  let file = try ReplacedFile(place)
  guard file.isRegular else {
    let descriptor = try file.openDirectly()
    defer { close(descriptor) }
    return try write(descriptor)
  }
  let side = try SideFile(of: file)
  defer { side.remove() }
  let result = try write(side.descriptor)
  try file.put(side.path, side.descriptor)
  return result
}

/// Replaces a file through its path, for a writer that does not take a descriptor: a database, or another program.
///
/// The path is in a new folder of mode 700, beside the place. If nothing is written there, the old file stays.
/// - Parameters:
///   - keepingPart: whether a part of the file is useful, so that it is put in place even if `write` throws or this
///     process is killed.
///   - write: is given the path to write to; no file is there yet.
/// - Throws: ``SystemError/failed(_:)``; the errors of `write`
package func replaceFile<Result>(
  _ place: String, keepingPart: Bool = false, through write: (String) throws -> Result
) throws -> Result {
  let file = try ReplacedFile(place)
  guard file.isRegular else { throw file.failure("it is not a regular file, which this form needs") }
  let folder = file.folder + "/" + SideFile.name()
  guard mkdir(folder, 0o700) == 0 else { throw file.failure() }
  let path = folder + "/" + URL(fileURLWithPath: file.target).lastPathComponent
  let guarded = keepingPart ? ChildGuard.rename(path, to: file.target) : ChildGuard.remove(folder)
  defer {
    try? FileManager.default.removeItem(atPath: folder)
    ChildGuard.forget(guarded)
  }
  let result = Swift.Result { try write(path) }
  if case .failure = result, !keepingPart { return try result.get() }
  let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
  if descriptor < 0 && errno == ENOENT { return try result.get() }
  guard descriptor >= 0 else { throw file.failure() }
  defer { close(descriptor) }
  try file.put(path, descriptor)
  return try result.get()
}

/// A place that a file is to be put in.
package struct ReplacedFile {
  /// The path as the caller gave it.
  let place: String
  /// The path without symbolic links.
  let target: String
  /// Whether there is a regular file, or nothing.
  package let isRegular: Bool
  /// The file that is there, if any.
  fileprivate let replaced: stat?

  /// - Throws: ``SystemError/failed(_:)`` if nothing may be put there.
  package init(_ place: String) throws {
    self.place = place
    guard !place.isEmpty else { throw SystemError.failed("'': cannot be written: the name is empty") }
    // A path in `/dev` may be a terminal, a pipe, or a file of the shell's, to which the shell expects us to append.
    let isDevice = place.hasPrefix("/dev/")
    target = isDevice ? place : try Self.target(of: place)
    var status = stat()
    replaced = !isDevice && lstat(target, &status) == 0 ? status : nil
    isRegular = !isDevice && (replaced == nil || status.st_mode & S_IFMT == S_IFREG)
    guard replaced != nil else { return }
    guard status.st_mode & S_IFMT != S_IFDIR else { throw failure("it is a folder") }
    guard access(target, W_OK) == 0 else { throw failure() }
  }

  var folder: String { URL(fileURLWithPath: target).deletingLastPathComponent().path }

  func failure(_ reason: String = systemMessage()) -> SystemError {
    .failed("\(place): cannot be written: \(reason)")
  }

  /// Checks early whether the file can be put there, because otherwise the result of a long run would be lost.
  /// - Parameter sources: the files that must stay as they are.
  /// - Throws: ``SystemError/failed(_:)``, ``SystemError/wouldReplace(_:)``
  package func check(keeping sources: [String]) throws {
    guard isRegular else { return }
    guard access(folder, W_OK) == 0 else { throw failure() }
    for source in sources where isSameFile(source) {
      throw SystemError.wouldReplace("\(place): is the same file as \(source), which would be lost; name another file")
    }
  }

  private func isSameFile(_ path: String) -> Bool {
    var other = stat()
    if let replaced, stat(path, &other) == 0 {
      return other.st_dev == replaced.st_dev && other.st_ino == replaced.st_ino
    }
    // Neither file is there yet.
    return (try? Self.target(of: path)) == target
  }

  /// Follows symbolic links, even to a file that is not there yet.
  private static func target(of place: String) throws -> String {
    var path = place
    for _ in 0..<40 {
      let url = URL(fileURLWithPath: path)
      let parent = url.deletingLastPathComponent().path
      let folder = realPath(parent) ?? parent
      path = folder == "/" ? "/" + url.lastPathComponent : folder + "/" + url.lastPathComponent
      var status = stat()
      guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return path }
      try checkTrust(in: status, at: folder, place)
      guard let next = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else { return path }
      path = next.hasPrefix("/") ? next : folder + "/" + next
    }
    throw SystemError.failed("\(place): cannot be written: \(systemMessage(ELOOP))")
  }

  /// Refuses somebody else's link in a folder that everybody writes to, because it may lead to a file that is not
  /// theirs to write. Linux refuses to follow such a link as well, if it is set up to.
  private static func checkTrust(in link: stat, at folder: String, _ place: String) throws {
    var status = stat()
    guard stat(folder, &status) == 0, status.st_mode & 0o022 != 0 else { return }
    guard link.st_uid != geteuid(), link.st_uid != status.st_uid else { return }
    throw SystemError.failed(
      "\(place): cannot be written: it is a symbolic link of another user (\(link.st_uid)); name its target")
  }

  /// Opens a place that is not a regular file. A descriptor that this process has open already is duplicated.
  fileprivate func openDirectly() throws -> Int32 {
    let known = ["/dev/stdout": STDOUT_FILENO, "/dev/stderr": STDERR_FILENO]
    let number = known[target] ?? (target.hasPrefix("/dev/fd/") ? Int32(target.dropFirst("/dev/fd/".count)) : nil)
    let descriptor = number.map { fcntl($0, F_DUPFD_CLOEXEC, 3) } ?? open(target, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure() }
    return descriptor
  }

  /// Renames a complete file to its place.
  fileprivate func put(_ path: String, _ descriptor: Int32) throws {
    if let replaced {
      let mode = replaced.st_mode & 0o777
      let keepsOwner = fchown(descriptor, geteuid() == 0 ? replaced.st_uid : .max, replaced.st_gid) == 0
      // Members of another group must not get the rights that the old group had.
      let others = mode & 0o007
      let kept = keepsOwner ? mode : mode & 0o700 | others << 3 & mode | others
      guard fchmod(descriptor, kept) == 0 else { throw failure() }
    }
    guard rename(path, target) == 0 else { throw failure() }
  }
}

/// A file beside the one that it will replace; no other process can have made it or know it.
private struct SideFile {
  let path: String
  let descriptor: Int32
  private let guarded: ChildGuard.Entry

  static func name() -> String { ".headwater-\(String(UInt64.random(in: 0 ... .max), radix: 36))" }

  init(of file: ReplacedFile) throws {
    path = file.folder + "/" + Self.name()
    let mode = file.replaced == nil ? mode_t(0o666) : 0o600
    descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw file.failure() }
    guarded = ChildGuard.remove(path)
  }

  /// Removes the file unless it was renamed.
  func remove() {
    close(descriptor)
    unlink(path)
    ChildGuard.forget(guarded)
  }
}
