import Foundation
import RxTrace
import Walkthrough

/// Notices changes in some folders.
///
/// The watch asks the system for every file's size, number and time of change, which takes a few microseconds a file
/// and works the same on every platform. The build finds out whether a file's contents have changed. Hidden files and
/// the contents of symlinked folders are not watched.
final class FolderWatch {
  private let folders: [WatchedFolder]
  /// The files that changed or were opened last, because an author who saves a page will save it again.
  private var recent: [WatchedPath] = []
  private static let mostRecent = 8

  /// Records the current state of all files.
  init(_ folders: [URL]) {
    self.folders = folders.map { WatchedFolder(Array($0.path.utf8)) }
    _ = hasChanged()
    recent = []
  }

  /// Whether anything has changed since the last call, or since the watch was made.
  func hasChanged() -> Bool {
    var changed: [WatchedPath] = []
    // Poll every folder, even after a hit; otherwise the other changes would be reported again next time.
    let hasChanged = folders.count { $0.hasChanged(noting: &changed) } > 0
    for index in recent.indices { _ = recent[index].hasChanged() }
    attend(to: changed)
    return hasChanged
  }

  /// Adds a file to those that are expected to change next.
  func attend(to file: URL) {
    var path = WatchedPath(Array(file.path.utf8))
    _ = path.hasChanged()
    attend(to: [path])
  }

  private func attend(to new: [WatchedPath]) {
    let paths = Set(new.map(\.path))
    recent = Array((new + recent.filter { !paths.contains($0.path) }).prefix(Self.mostRecent))
  }

  /// Whether one of the recent or expected files has changed. The cost does not depend on the number of files in the
  /// folders.
  func hasRecentChanged() -> Bool { recent.contains(where: \.isOtherNow) }
}

/// A folder, with its contents at the last poll.
///
/// The folder is listed only if its own status has changed, because listing takes ten times as long as asking.
private final class WatchedFolder {
  private let path: [UInt8]
  private var own: WatchedPath
  private var files: [WatchedPath] = []
  private var folders: [WatchedFolder] = []

  init(_ path: [UInt8]) {
    self.path = path
    own = WatchedPath(path)
  }

  func hasChanged(noting changed: inout [WatchedPath]) -> Bool {
    var hasChanged = own.hasChanged() && list()
    for index in files.indices where files[index].hasChanged() {
      hasChanged = true
      changed.append(files[index])
    }
    for folder in folders where folder.hasChanged(noting: &changed) { hasChanged = true }
    return hasChanged
  }

  /// - Returns: Whether something is gone. New files do not have a known state yet, and count as changed later.
  private func list() -> Bool {
    let entries = FolderEntry.all(inBytes: path)
    let knownFiles = Dictionary(files.map { ($0.path, $0) }) { first, _ in first }
    let knownFolders = Dictionary(folders.map { ($0.path, $0) }) { first, _ in first }
    files = paths(of: entries.filter(\.isFile)).map { knownFiles[$0] ?? WatchedPath($0) }
    folders = paths(of: entries.filter(\.isFolder)).map { knownFolders[$0] ?? WatchedFolder($0) }
    let isGone = !Set(knownFiles.keys).isSubset(of: files.map(\.path))
    return isGone || !Set(knownFolders.keys).isSubset(of: folders.map(\.path))
  }

  private func paths(of entries: [FolderEntry]) -> [[UInt8]] {
    entries.map { SystemPath.joined(path, $0.nameBytes) }
  }
}

/// A path, with its status at the last poll.
private struct WatchedPath {
  /// The path in bytes, because a string would repair names that are not UTF-8, and so name no file.
  let path: [UInt8]
  /// The path with the zero byte that the system's functions need.
  private let bytes: [CChar]
  private var last: State?

  private struct State: Equatable {
    var size: Int64
    var number: UInt64
    var change: Int64
  }

  init(_ path: [UInt8]) {
    self.path = path
    bytes = SystemPath.terminated(path)
  }

  mutating func hasChanged() -> Bool {
    guard let state else { return false }
    defer { last = state }
    return state != last
  }

  var isOtherNow: Bool { state.map { $0 != last } ?? false }

  /// The current state; nil if the file was removed, which its folder reports.
  private var state: State? {
    var status = stat()
    guard stat(bytes, &status) == 0 else { return nil }
    return State(
      size: Int64(status.st_size), number: UInt64(status.st_ino), change: status.modifiedNanoseconds)
  }
}
