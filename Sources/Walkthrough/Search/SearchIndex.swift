import Foundation

/// The paths of the search index's files: a head and shards.
///
/// Only the paths of pages decide which share a shard, and a new page moves others between two shards at most.
enum SearchIndex {
  static let headPath = "search/index.js"

  static func path(ofShard name: String) -> String { "search/\(name).js" }

  /// The texts of the shard's pages, which are loaded for results that are shown.
  static func path(ofTextsIn name: String) -> String { "search/text-\(name).js" }
}

/// Which pages share a shard.
enum SearchGroups {
  private static let smallest = 16
  private static let largest = 48

  /// Ranges of consecutive paths. A hash of the next path decides whether a range ends, so that a path that is added or
  /// taken away changes its own range and at most the few after it.
  static func ranges(of paths: [String]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = 0
    for (index, path) in paths.enumerated() {
      let count = index - start
      guard count >= largest || (count >= smallest && hash(path).hasPrefix("0")) else { continue }
      ranges.append(start..<index)
      start = index
    }
    if start < paths.count { ranges.append(start..<paths.count) }
    return ranges
  }

  /// `en-0f3a9c12`
  static func name(_ kind: String, first path: String) -> String { "\(kind)-\(hash(path).suffix(8))" }

  /// Hexadecimal digits.
  private static func hash(_ path: String) -> String { Array(path.utf8).contentHash }
}
