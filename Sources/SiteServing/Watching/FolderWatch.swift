import Foundation
import Walkthrough

/// Sees that something in some folders has changed.
///
/// It asks the system for every file's size, number and time of change, which takes a few microseconds a file, and is
/// the same on every platform. The build finds out whether a file's contents have changed. Hidden files are not looked
/// at, nor the contents of symlinked folders.
final class FolderWatch {
  private let folders: [WatchedFolder]
  /// The files that changed or were opened last: an author who writes a page writes it again.
  private var recent: [WatchedPath] = []
  private static let mostRecent = 8

  /// Notes how everything is now.
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

  /// Expects a file to be the one that changes next.
  func attend(to file: URL) {
    var path = WatchedPath(Array(file.path.utf8))
    _ = path.hasChanged()
    attend(to: [path])
  }

  private func attend(to new: [WatchedPath]) {
    let paths = Set(new.map(\.path))
    recent = Array((new + recent.filter { !paths.contains($0.path) }).prefix(Self.mostRecent))
  }

  /// Whether one of the files that changed last, or are expected to, has changed: found out at once, however many files
  /// there are.
  func hasRecentChanged() -> Bool { recent.contains(where: \.isOtherNow) }
}

/// A folder with its contents when it was last looked at.
///
/// It is listed again only when the system says that it has changed: to list takes ten times as long as to ask.
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

  /// - Returns: whether something is gone. New files have no known state yet, and will be found to have changed.
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

/// A path with its status when it was last looked at.
private struct WatchedPath {
  /// Not a string, which repairs names that are not UTF-8, so that they name nothing.
  let path: [UInt8]
  /// The path with the zero byte that the system's functions need.
  private let bytes: [CChar]
  private var last: State?

  private struct State: Equatable {
    var size: Int64
    var number: UInt64
    var seconds: Int
    var nanoseconds: Int
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

  /// Nil if it was removed: its folder will tell.
  private var state: State? {
    var status = stat()
    guard stat(bytes, &status) == 0 else { return nil }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    return State(
      size: Int64(status.st_size), number: UInt64(status.st_ino), seconds: time.tv_sec, nanoseconds: time.tv_nsec)
  }
}
