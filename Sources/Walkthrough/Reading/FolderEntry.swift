import Foundation

/// What stands in a folder.
///
/// Asked of the system itself: Foundation's enumerator takes as long for a thousand pages as reading them does.
package struct FolderEntry: Sendable {
  package let name: String
  /// Whether it is a folder; a link to one is none.
  package let isFolder: Bool

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
      entries.append(FolderEntry(name: name, isFolder: isFolder(entry.pointee.d_type, folder + "/" + name)))
    }
    return entries.sorted { $0.name < $1.name }
  }

  private static func isFolder(_ type: UInt8, _ path: String) -> Bool {
    guard type == 0 else { return Int32(type) == Int32(DT_DIR) }
    // Some file systems do not say.
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
