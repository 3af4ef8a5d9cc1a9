import Foundation

/// Folders whose files may be opened because a recording names them.
///
/// A recording names programs and source files, and its author chose the names. The files that a user's own recordings
/// name are opened; of a recording from elsewhere, only files in a folder that the user named.
///
///     let run = try LocatedTrace(contentsOf: "theirs.hwtrace", trusting: TrustedFolders(["checkout"]))
public struct TrustedFolders: Sendable {
  /// The folders without symbolic links, each with a slash at its end.
  private let folders: [String]

  public init(_ folders: [String] = []) {
    self.folders = folders.compactMap(realPath).map { $0.hasSuffix("/") ? $0 : $0 + "/" }
  }

  var isEmpty: Bool { folders.isEmpty }

  /// Whether the file lies in one of the folders, with symbolic links resolved.
  func contains(_ path: String) -> Bool {
    guard !folders.isEmpty, path.hasPrefix("/"), let place = realPath(path) else { return false }
    return folders.contains { place.hasPrefix($0) }
  }
}
