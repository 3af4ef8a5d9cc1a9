import Foundation

/// What stands in a folder.
///
/// Asked of the system itself: Foundation's enumerator takes as long for a thousand pages as reading them does.
package struct FolderEntry: Sendable {
  package let name: String
  /// Whether it is a folder; a link to one is none.
  package let isFolder: Bool
  /// Whether it is something else, and no link to a folder either.
  package let isFile: Bool

  /// All that is not hidden, sorted by name; nothing for a folder that cannot be read.
  package static func all(in folder: String) -> [FolderEntry] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var entries: [FolderEntry] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard !name.hasPrefix(".") else { continue }
      entries.append(FolderEntry(name, Int32(entry.pointee.d_type), folder + "/" + name))
    }
    return entries.sorted { $0.name < $1.name }
  }

  /// The paths of all files in a folder and in those within it, as seen from there, folder after folder.
  package static func files(below folder: String) -> [String] {
    all(in: folder).flatMap { entry in
      entry.isFolder
        ? files(below: folder + "/" + entry.name).map { entry.name + "/" + $0 } : entry.isFile ? [entry.name] : []
    }
  }

  private init(_ name: String, _ type: Int32, _ path: String) {
    self.name = name
    // Some file systems do not say of what kind an entry is.
    let isKnown = type == Int32(DT_DIR) || type == Int32(DT_REG)
    isFolder = isKnown ? type == Int32(DT_DIR) : Self.isFolder(path, lstat)
    isFile = isKnown ? !isFolder : !Self.isFolder(path, stat)
  }

  private static func isFolder(
    _ path: String, _ ask: (UnsafePointer<CChar>, UnsafeMutablePointer<stat>) -> Int32
  ) -> Bool {
    var status = stat()
    return ask(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
