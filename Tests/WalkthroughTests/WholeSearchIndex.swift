@testable import Walkthrough

/// The search index of pages that are all in memory.
struct WholeSearchIndex {
  private var pageShards: [SearchShard] = []
  private var symbolShards: [SearchSymbols] = []

  /// - Parameter pages: By language.
  init(pages: [String: [SearchedPage]], sources: [SearchableSource]) {
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

  func head(words: [String: [String: String]]) -> [UInt8] {
    SearchHead(shards: pageShards.map(\.name) + symbolShards.map(\.name), words: words).file()
  }

  /// Every file with its path, the head first.
  func files(words: [String: [String: String]]) -> [(path: String, bytes: [UInt8])] {
    [(SearchIndex.headPath, head(words: words))]
      + pageShards.map { (SearchIndex.path(ofShard: $0.name), $0.file()) }
      + symbolShards.map { (SearchIndex.path(ofShard: $0.name), $0.file()) }
  }
}
