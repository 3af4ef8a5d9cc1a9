import Foundation
import RxTrace
import Synchronization

/// The files of a site's search index, each made again only when a page that it tells of has changed.
final class SearchFiles: Sendable {
  private let context: SiteContext
  private let reader: PageReader
  private let synonyms: Synonyms
  private let themeHash: String
  private let shards: [PageShard]
  /// The text that was gathered ahead, by the names of shards.
  private let gathered = Mutex<[String: SearchText]>([:])

  /// Pages that share a file of the index.
  private struct PageShard: Sendable {
    var name: String
    var language: String
    var pages: [PlannedPage]
    var key: String
  }

  /// - Parameter themeHash: Identifies the words that the search speaks with.
  init(context: SiteContext, reader: PageReader, synonyms: Synonyms, themeHash: String) {
    self.context = context
    self.reader = reader
    self.synonyms = synonyms
    self.themeHash = themeHash
    shards = context.names.active.flatMap { Self.shards(of: context.pages, $0, synonyms) }
  }

  private static func shards(of pages: [PlannedPage], _ language: String, _ synonyms: Synonyms) -> [PageShard] {
    let own = pages.filter { $0.name.language == language && $0.isTranslated }
      .map { (path: $0.htmlPath, page: $0) }.sorted { $0.path < $1.path }
    return SearchGroups.ranges(of: own.map(\.path)).map { range in
      var hash = ContentHash()
      for (path, page) in own[range] {
        hash.add(path + page.contentHash)
        for word in synonyms.words(for: page.name.base) { hash.add(word) }
      }
      return PageShard(
        name: SearchGroups.name(language, first: own[range.lowerBound].path), language: language,
        pages: own[range].map(\.page), key: hash.text)
    }
  }

  /// More than these take too much memory until all pages are there, and keep all processors busy in any case.
  private static let mostAhead = 4

  /// Gathers the text of the shards that have changed since a build, if they are few, while pages are being made.
  func gather(since known: [String: OutputEntry]) {
    let changed = shards.filter { known[SearchIndex.path(ofShard: $0.name)]?.key != $0.key }
    guard changed.count <= Self.mostAhead else { return }
    for shard in changed {
      let text = text(of: shard)
      gathered.withLock { $0[shard.name] = text }
    }
  }

  func files(_ pages: [BuiltPage]) -> [SiteFile] {
    let outlines = Dictionary(pages.lazy.map { (ObjectIdentifier($0.planned), $0.entry.outline) }) { first, _ in first }
    let symbols = symbolShards()
    return shards.flatMap { files($0, outlines) } + symbols.map(\.file)
      + [head(shards.map(\.name) + symbols.map(\.name))]
  }

  private func files(_ shard: PageShard, _ outlines: [ObjectIdentifier: Encoded<PageOutline>]) -> [SiteFile] {
    let made = LazyValue { [self] in
      let pages = shard.pages.map { page in
        SearchablePage(
          page, outlines[ObjectIdentifier(page)]?.value ?? PageOutline(), synonyms.words(for: page.name.base))
      }
      let text = gathered.withLock { $0[shard.name] } ?? text(of: shard)
      return SearchShard(pages: pages, text: text, language: shard.language, name: shard.name)
    }
    return [
      file(SearchIndex.path(ofShard: shard.name), shard.key) { made.value.file() },
      file(SearchIndex.path(ofTextsIn: shard.name), shard.key) { made.value.textFile() },
    ]
  }

  private func text(of shard: PageShard) -> SearchText {
    SearchText(
      of: shard.pages.map { page in
        // A page that an author is writing just now may be anything, even cut off within a character.
        let text = try? reader.markdown(of: page.origin)
        return SearchText.Page(markdown: text?.bytes ?? [], summary: InlineMarkdown(page.frontMatter.summary).plainText)
      })
  }

  private func symbolShards() -> [(name: String, file: SiteFile)] {
    let names = context.sources.names
    let paths = names.map { SourceFile.htmlPath($0, in: Wording.mainLanguage) }
    return SearchGroups.ranges(of: paths).map { range in
      let name = SearchGroups.name("symbols", first: paths[range.lowerBound])
      return (
        name,
        file(SearchIndex.path(ofShard: name), context.sources.key) { [context] in
          let index = context.sources.index
          return SearchSymbols(sources: names[range].map { SearchableSource($0, index) }, name: name).file()
        }
      )
    }
  }

  private func file(_ path: String, _ key: String, make: @escaping @Sendable () -> [UInt8]) -> SiteFile {
    SiteFile(path: path, origin: "the search index", key: key, make: make)
  }

  private func head(_ shards: [String]) -> SiteFile {
    var hash = ContentHash()
    for part in [themeHash] + shards { hash.add(part) }
    return SiteFile(path: SearchIndex.headPath, origin: "the search index", key: hash.text) { [context] in
      SearchHead(shards: shards, words: SearchHead.words(context.wordings)).file()
    }
  }
}

extension SearchablePage {
  init(_ page: PlannedPage, _ outline: PageOutline, _ synonyms: [String]) {
    self.init(
      path: page.htmlPath, title: page.frontMatter.title,
      headings: outline.headings.map { Heading(text: $0.text, id: $0.id) }, synonyms: synonyms)
  }
}

extension SearchableSource {
  init(_ name: String, _ index: SourceIndex) {
    let number = index.files.firstIndex { $0.name == name }
    let declared = number.map(index.declarations(inFile:)) ?? []
    let symbols = declared.filter { $0.kind != .deinitializer }.map {
      Symbol(
        owner: $0.owner ?? "", name: $0.name, line: $0.lines.lowerBound,
        isPublic: DocumentedModule.isPublic($0, in: index))
    }
    self.init(path: SourceFile.htmlPath(name, in: Wording.mainLanguage), symbols: symbols)
  }
}

extension SearchHead {
  /// The words of the search, by language.
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
