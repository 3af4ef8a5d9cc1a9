import Foundation
import RxTrace

/// The files of a site's search index, each made again only when a page that it tells of has changed.
struct SearchFiles {
  let context: SiteContext

  func files(_ pages: [(page: PlannedPage, facts: PageFacts)]) throws -> [SiteFile] {
    let shards = context.names.active.flatMap { language in
      pageShards(pages, language)
    }
    let symbols = try symbolShards()
    return shards.map(\.file) + symbols.map(\.file) + [head(shards.map(\.name) + symbols.map(\.name))]
  }

  private typealias Shard = (name: String, file: SiteFile)

  private func pageShards(_ pages: [(page: PlannedPage, facts: PageFacts)], _ language: String) -> [Shard] {
    // Places are sorted, because pages are large to move.
    let own = pages.indices.filter { pages[$0].page.name.language == language && pages[$0].page.isTranslated }
    let found = own.map { (place: $0, path: pages[$0].page.name.htmlPath) }.sorted { $0.path < $1.path }
    return SearchGroups.ranges(of: found.map(\.path)).map { range in
      let name = SearchGroups.name(language, first: found[range.lowerBound].path)
      var hash = ContentHash()
      for (place, path) in found[range] { hash.add(path + pages[place].page.contentHash) }
      return (
        name,
        shardFile(name, hash.text) { [context] in
          let searchable = found[range].map { place, _ in
            SearchablePage(pages[place].page, pages[place].facts, context.content)
          }
          return SearchShard(pages: searchable, language: language, name: name).file()
        }
      )
    }
  }

  private func symbolShards() throws -> [Shard] {
    let names = context.sources.names
    let paths = names.map(SourceFile.htmlPath)
    return SearchGroups.ranges(of: paths).map { range in
      let name = SearchGroups.name("symbols", first: paths[range.lowerBound])
      return (
        name,
        shardFile(name, context.sources.key) { [context] in
          let index = context.sources.index
          return SearchSymbols(sources: names[range].map { SearchableSource($0, index) }, name: name).file()
        }
      )
    }
  }

  private func shardFile(_ name: String, _ key: String, make: @escaping @Sendable () -> [UInt8]) -> SiteFile {
    SiteFile(path: SearchIndex.path(ofShard: name), origin: "the search index", key: key, make: make)
  }

  private func head(_ shards: [String]) -> SiteFile {
    let bytes = SearchHead(shards: shards, words: SearchHead.words(context.wordings)).file()
    return SiteFile(path: SearchIndex.headPath, origin: "the search index", key: bytes.contentHash) { bytes }
  }
}

extension SearchablePage {
  init(_ page: PlannedPage, _ facts: PageFacts, _ content: ContentFolder) {
    self.init(
      path: page.name.htmlPath, title: page.frontMatter.title, summary: page.frontMatter.summary,
      headings: facts.headings.map { Heading(text: $0.text, id: $0.id) },
      markdown: (try? Data(contentsOf: content.url(page.path))).map { [UInt8]($0) } ?? [])
  }
}

extension SearchableSource {
  init(_ name: String, _ index: SourceIndex) {
    let number = index.files.firstIndex { $0.name == name }
    let declared = number.map(index.declarations(inFile:)) ?? []
    let symbols = declared.filter { $0.kind != .deinitializer }.map {
      Symbol(owner: $0.owner ?? "", name: $0.name, line: $0.lines.lowerBound)
    }
    self.init(path: SourceFile.htmlPath(name), symbols: symbols)
  }
}

extension SearchHead {
  /// What the search says, by language.
  static func words(_ wordings: [String: Wording]) -> [String: [String: String]] {
    let keys: [Word] = [
      .search, .searchClose, .searchFound, .searchHint, .searchIncomplete, .searchKeys, .searchLoading, .searchNothing,
      .searchOneResult, .searchPage, .searchResults, .searchSection, .searchSymbol, .searchText,
    ]
    return wordings.mapValues { wording in
      Dictionary(uniqueKeysWithValues: keys.map { ($0.rawValue, wording($0)) })
    }
  }
}
