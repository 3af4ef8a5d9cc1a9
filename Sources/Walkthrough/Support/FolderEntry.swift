import Foundation

/// An entry of a folder.
///
/// Entries come directly from the system, because Foundation's enumerator takes as long as reading the files.
package struct FolderEntry: Sendable {
  package let name: String
  /// The bytes of the name. Two entries may have equal strings but different bytes: names that are not UTF-8, and names
  /// that spell one character in two ways.
  package let nameBytes: [UInt8]
  /// Whether it is a folder; a link to a folder is not.
  package let isFolder: Bool
  /// Whether the entry is neither a folder nor a link to one.
  package let isFile: Bool

  /// All entries that are not hidden, sorted by name; empty for a folder that cannot be read.
  package static func all(in folder: String) -> [FolderEntry] { all(inBytes: Array(folder.utf8)) }

  /// All entries, for a folder whose path is given in bytes.
  package static func all(inBytes folder: [UInt8]) -> [FolderEntry] {
    guard let stream = opendir(SystemPath.terminated(folder)) else { return [] }
    defer { closedir(stream) }
    var entries: [FolderEntry] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      guard name.first != UInt8(ascii: ".") else { continue }
      entries.append(FolderEntry(name, Int32(entry.pointee.d_type), SystemPath.joined(folder, name)))
    }
    return entries.sorted {
      $0.name == $1.name ? $0.nameBytes.lexicographicallyPrecedes($1.nameBytes) : $0.name < $1.name
    }
  }

  /// The paths of all files in a folder and in its subfolders, relative to the folder, folder after folder.
  package static func files(below folder: String) -> [String] {
    all(in: folder).flatMap { entry in
      entry.isFolder
        ? files(below: folder + "/" + entry.name).map { entry.name + "/" + $0 } : entry.isFile ? [entry.name] : []
    }
  }

  private init(_ name: [UInt8], _ type: Int32, _ path: [UInt8]) {
    nameBytes = name
    self.name = String(decoding: name, as: UTF8.self)
    // Some file systems do not report the kind of an entry.
    let isKnown = type == Int32(DT_DIR) || type == Int32(DT_REG)
    isFolder = isKnown ? type == Int32(DT_DIR) : Self.isFolder(path, lstat)
    isFile = isKnown ? !isFolder : !Self.isFolder(path, stat)
  }

  private static func isFolder(
    _ path: [UInt8], _ ask: (UnsafePointer<CChar>, UnsafeMutablePointer<stat>) -> Int32
  ) -> Bool {
    var status = stat()
    return ask(SystemPath.terminated(path), &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}

/// Paths as the system has them: bytes that need not be UTF-8.
package enum SystemPath {
  package static func joined(_ folder: [UInt8], _ name: [UInt8]) -> [UInt8] { folder + [UInt8(ascii: "/")] + name }

  /// The path with the zero byte that the system's functions need.
  package static func terminated(_ path: [UInt8]) -> [CChar] { path.map { CChar(bitPattern: $0) } + [0] }
}
