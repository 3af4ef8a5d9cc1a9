import Foundation

/// The trace files that this user's own `headwater` recorded on this machine: the files that they name may be opened.
///
/// Each has a note in the user's cache that identifies the file by its inode, its size and its time, and not by its name or
/// contents, which a file from elsewhere can share. A renamed recording stays the user's own; a copy, or a file that was
/// changed since, counts as one from elsewhere.
package struct OwnRecordings {
  /// The number of notes that are kept; the oldest are removed.
  private static let capacity = 1024

  private let folder: URL

  init(folder: URL) { self.folder = folder }

  /// The notes of this user; nil if no private folder is available.
  package static func standard() -> OwnRecordings? {
    (try? UserCache.folder("recordings")).map { OwnRecordings(folder: $0) }
  }

  /// Notes that files were recorded. If that is not possible, they count as files from elsewhere.
  package func remember(_ paths: [String]) {
    for path in paths { remember(path) }
  }

  func remember(_ path: String) {
    guard let identity = Self.identity(path) else { return }
    try? FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    guard isPrivate else { return }
    _ = Array(identity.contents.utf8).write(toFile: folder.appending(path: identity.name).path)
    removeOldNotes()
  }

  /// Whether a file is one that was noted, unchanged since.
  func contains(_ path: String) -> Bool {
    guard isPrivate, let identity = Self.identity(path),
      let note = [UInt8](contentsOfFile: folder.appending(path: identity.name).path, options: O_NOFOLLOW, atMost: 1024)
    else { return false }
    return note == Array(identity.contents.utf8)
  }

  private static func identity(_ path: String) -> (name: String, contents: String)? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      let header = try? RecordReader(path: path).header
    else { return nil }
    let contents = [
      "\(status.st_size)", "\(status.modifiedNanoseconds)", "\(header.startWallClock)", "\(header.processIdentifier)",
    ].joined(separator: " ")
    return ("\(status.st_dev)-\(status.st_ino)", contents)
  }

  /// Whether nobody else can have put a note there.
  private var isPrivate: Bool { PrivateFolder.isOurs(folder.path) }

  private func removeOldNotes() {
    let manager = FileManager.default
    guard let names = try? manager.contentsOfDirectory(atPath: folder.path), names.count > Self.capacity else { return }
    let dated = names.map { name in
      var status = stat()
      let path = folder.appending(path: name).path
      return (path, lstat(path, &status) == 0 ? status.modifiedNanoseconds : 0)
    }
    for (path, _) in dated.sorted(by: { $0.1 > $1.1 }).dropFirst(Self.capacity) { unlink(path) }
  }
}
