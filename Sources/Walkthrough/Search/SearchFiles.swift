import Foundation
import RxTrace

/// The files of a site's search, each made again only if a page in it has changed.
///
/// `site/scripts/search-index.js` reads them: the titles, headings and Markdown of pages, and the declarations of sources.
struct SearchFiles: Sendable {
  static let headPath = "search/index.js"
  /// The number of files for a language's pages, which are distributed by path, so that an edit rewrites one file.
  static let parts: UInt8 = 8

  let context: SiteContext
  let reader: PageReader
  let synonyms: Synonyms
  /// A hash of the theme's words for the search.
  let themeHash: String

  /// - Parameter sources: the source files that have pages.
  func files(_ pages: [BuiltPage], sources: [String]) -> [SiteFile] {
    let built = Dictionary(grouping: pages.filter(\.planned.isTranslated)) { Self.name($0.planned) }
    var files = built.sorted { $0.key < $1.key }.map { self.pages($0.key, $0.value) }
    if !sources.isEmpty { files.append(declarations(of: sources)) }
    let names = files.map { String($0.path.dropLast(3).drop { $0 != "/" }.dropFirst()) }
    var hash = ContentHash()
    for part in [themeHash] + names { hash.add(part) }
    let head = SearchHead(
      files: names, words: context.wordings.mapValues { $0.texts(beginningWith: "search") })
    return [file(Self.headPath, key: hash.text) { head }] + files
  }

  /// The name of a file: `en-3`.
  private static func name(_ page: PlannedPage) -> String {
    let hash = Array(page.htmlPath.utf8).contentHash.utf8.reduce(0) { $0 &* 31 &+ $1 }
    return "\(page.name.language)-\(hash % parts)"
  }

  private func pages(_ name: String, _ pages: [BuiltPage]) -> SiteFile {
    let pages = pages.sorted { $0.planned.htmlPath < $1.planned.htmlPath }
    var hash = ContentHash()
    for page in pages.map(\.planned) {
      hash.add(page.htmlPath + page.contentHash)
      for word in synonyms.words(for: page.name.base) { hash.add(word) }
    }
    return file("search/\(name).js", key: hash.text) {
      SearchedPages(language: pages[0].planned.name.language, pages: pages.map(searched))
    }
  }

  private func searched(_ page: BuiltPage) -> SearchedPages.Page {
    let planned = page.planned
    // A page that an author is editing may be unreadable, even cut off within a character.
    let text = try? reader.markdown(of: planned.origin)
    return SearchedPages.Page(
      path: String(planned.htmlPath.dropLast(".html".count)), title: planned.frontMatter.title,
      summary: InlineMarkdown(planned.frontMatter.summary).plainText,
      headings: page.entry.outline.headings.map { [$0.text, $0.id] },
      synonyms: synonyms.words(for: planned.name.base), text: String(decoding: text?.bytes ?? [], as: UTF8.self))
  }

  private func declarations(of sources: [String]) -> SiteFile {
    var hash = ContentHash()
    for part in [context.sources.key] + sources { hash.add(part) }
    return file("search/symbols.js", key: hash.text) { [context] in
      let (index, shown) = (context.sources.index, Set(sources))
      let files = index.files.indices.filter { shown.contains(index.files[$0].name) }
      return SearchedSources(sources: files.map { SearchedSources.Source(index, file: $0) })
    }
  }

  /// A script that calls a function with the data, because pages opened from a disk may load only scripts. If the
  /// script with that function arrives later, the data waits in a list.
  private func file(_ path: String, key: String, data: @escaping @Sendable () -> any Encodable) -> SiteFile {
    SiteFile(path: path, origin: "the search index", key: key) {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return try Array("(self.headwaterSearch=self.headwaterSearch||[]).push(".utf8) + encoder.encode(data())
        + Array(")\n".utf8)
    }
  }
}
