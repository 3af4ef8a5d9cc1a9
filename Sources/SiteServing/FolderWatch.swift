import Foundation
import Walkthrough

/// Sees that something in some folders has changed.
///
/// It asks the system for every file's size, number and time of change, which takes about a microsecond a file, and is
/// the same on every platform. Whether a file's contents are others is for the build to find out.
struct FolderWatch: Sendable {
  private let folders: [String]
  private var last: Int?

  init(_ folders: [URL]) { self.folders = folders.map(\.path) }

  /// Whether anything has changed since the last call; true at the first.
  mutating func hasChanged() -> Bool {
    var hasher = Hasher()
    for folder in folders { Self.add(folder, to: &hasher, depth: 0) }
    let state = hasher.finalize()
    defer { last = state }
    return state != last
  }

  /// Deeper folders than anyone has are links in a circle.
  private static let deepest = 32

  private static func add(_ folder: String, to hasher: inout Hasher, depth: Int) {
    guard depth < deepest else { return }
    for entry in FolderEntry.all(in: folder) {
      let path = folder + "/" + entry.name
      var status = stat()
      guard stat(path, &status) == 0 else { continue }
      if status.st_mode & S_IFMT == S_IFDIR {
        add(path, to: &hasher, depth: depth + 1)
      } else {
        hasher.combine(path)
        hasher.combine(status.st_size)
        hasher.combine(status.st_ino)
        status.addTime(to: &hasher)
      }
    }
  }
}

extension stat {
  fileprivate func addTime(to hasher: inout Hasher) {
    #if canImport(Darwin)
      let time = st_mtimespec
    #else
      let time = st_mtim
    #endif
    hasher.combine(time.tv_sec)
    hasher.combine(time.tv_nsec)
  }
}
