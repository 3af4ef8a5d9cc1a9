import Foundation
import TraceFormat

/// The recordings of programs that were given the same path and began before the last one.
///
/// The recorder renames each of them to the path with its process number in it.
enum OtherRecordings {
  /// The files beside `path`, in the order of their process numbers.
  static func find(of path: String) -> [String] { numbered(path).map { TraceFormat.path(path, ofProcess: $0) } }

  /// Renames the files beside `path` in the same way beside `target`.
  /// - Returns: the paths of the renamed files.
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
