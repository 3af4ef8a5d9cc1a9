import Dispatch
import Synchronization

/// Everything that can be searched, and the files that it becomes: a head and shards.
///
/// Which pages share a shard is decided by their paths alone, and a new page moves others between two shards at most.
struct SearchIndex: Sendable {
  /// The folder of all files of the index.
  static let folder = "search"
  static let headPath = "search/index.js"

  private(set) var pageShards: [SearchShard] = []
  private(set) var symbolShards: [SearchSymbols] = []

  /// - Parameters:
  ///   - pages: By language.
  ///   - sources: In any order.
  init(pages: [String: [SearchablePage]], sources: [SearchableSource]) {
    for (language, pages) in pages.sorted(by: { $0.key < $1.key }) {
      let pages = pages.sorted { $0.path < $1.path }
      for range in SearchGroups.ranges(of: pages.map(\.path)) {
        let name = SearchGroups.name(language, first: pages[range.lowerBound].path)
        pageShards.append(SearchShard(pages: Array(pages[range]), language: language, name: name))
      }
    }
    let sources = sources.sorted { $0.path < $1.path }
    for range in SearchGroups.ranges(of: sources.map(\.path)) {
      let name = SearchGroups.name("symbols", first: sources[range.lowerBound].path)
      symbolShards.append(SearchSymbols(sources: Array(sources[range]), name: name))
    }
  }

  static func path(ofShard name: String) -> String { "\(folder)/\(name).js" }

  func head(words: [String: [String: String]]) -> [UInt8] {
    SearchHead(shards: pageShards.map(\.name) + symbolShards.map(\.name), words: words).file()
  }

  /// Every file with its path, made on all processors.
  func files(words: [String: [String: String]]) -> [(path: String, bytes: [UInt8])] {
    let shards: [(name: String, file: @Sendable () -> [UInt8])] =
      pageShards.map { shard in (shard.name, { shard.file() }) }
      + symbolShards.map { shard in (shard.name, { shard.file() }) }
    let made = Mutex([[UInt8]](repeating: [], count: shards.count))
    DispatchQueue.concurrentPerform(iterations: shards.count) { index in
      let file = shards[index].file()
      made.withLock { $0[index] = file }
    }
    let files = made.withLock { $0 }
    return [(Self.headPath, head(words: words))] + zip(shards, files).map { (Self.path(ofShard: $0.name), $1) }
  }
}

/// Which pages share a shard.
enum SearchGroups {
  private static let smallest = 32
  private static let largest = 128

  /// Ranges of consecutive paths. A range ends where a hash of the next path says so, so that a path that is added or
  /// taken away changes its own range and at most the few after it.
  static func ranges(of paths: [String]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = 0
    for (index, path) in paths.enumerated() {
      let count = index - start
      guard count >= largest || (count >= smallest && hash(path) & 31 == 0) else { continue }
      ranges.append(start..<index)
      start = index
    }
    if start < paths.count { ranges.append(start..<paths.count) }
    return ranges
  }

  /// `en-0f3a9c12`
  static func name(_ kind: String, first path: String) -> String {
    let digits = String(hash(path) & 0xFFFF_FFFF, radix: 16)
    return "\(kind)-" + String(repeating: "0", count: 8 - digits.count) + digits
  }

  /// FNV-1a, mixed once more because its lowest bits are weak.
  private static func hash(_ path: String) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in path.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return (hash ^ hash >> 32) &* 0x9E37_79B9_7F4A_7C15 >> 16
  }
}
