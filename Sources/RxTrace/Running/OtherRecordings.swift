import Foundation
import TraceFormat

/// The recordings of programs that were told the same path and began before the last one.
///
/// The recorder gives each of them the path with its process's number in it.
enum OtherRecordings {
  /// The files that lie beside `path`, by their process's number.
  static func find(of path: String) -> [String] { numbered(path).map { TraceFormat.path(path, ofProcess: $0) } }

  /// Renames the files beside `path` in the same way beside `target`.
  /// - Returns: their paths then.
  static func move(from path: String, to target: String) -> [String] {
    numbered(path).map { process in
      let (here, there) = (TraceFormat.path(path, ofProcess: process), TraceFormat.path(target, ofProcess: process))
      return rename(here, there) == 0 ? there : here
    }
  }

  private static func numbered(_ path: String) -> [UInt32] {
    let folder = (path as NSString).deletingLastPathComponent
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
    let mark = TraceFormat.path((path as NSString).lastPathComponent, ofProcess: 0)
    guard let zero = mark.range(of: "-0", options: .backwards) else { return [] }
    let (before, after) = (mark[..<mark.index(after: zero.lowerBound)], mark[zero.upperBound...])
    return names.compactMap { name in
      guard name.hasPrefix(before), name.hasSuffix(after) else { return nil }
      return UInt32(name.dropFirst(before.count).dropLast(after.count))
    }.sorted()
  }
}
