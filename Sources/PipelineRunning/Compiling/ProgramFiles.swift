import Foundation
import RxTrace

/// The Swift files of a program that a path names: the file itself, or, for a folder, all that lie in it but the manifest
/// of a package.
///
///     try ProgramFiles(of: "Examples/podcasts").paths
///     // Result: ["Examples/podcasts/Sources/Podcasts/Models.swift", …]
package struct ProgramFiles {
  package let paths: [String]

  /// - Throws: ``PipelineError/unreadable(file:reason:)`` for a folder that cannot be read or has no Swift files
  package init(of path: String) throws {
    guard Self.isFolder(path) else {
      paths = [path]
      return
    }
    let all = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    // Hidden folders hold what builds leave behind.
    let swift = all.filter { name in
      name.hasSuffix(".swift") && name != "Package.swift" && !name.split(separator: "/").contains { $0.hasPrefix(".") }
    }
    guard !swift.isEmpty else { throw PipelineError.unreadable(file: path, reason: "the folder has no Swift files") }
    paths = swift.sorted().map { "\(path)/\($0)" }
  }

  /// The texts of the files, by their paths.
  package func texts() throws -> [String: String] {
    let files = try paths.map { ($0, try String(contentsOfFile: $0, encoding: .utf8)) }
    return Dictionary(files) { first, _ in first }
  }

  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
