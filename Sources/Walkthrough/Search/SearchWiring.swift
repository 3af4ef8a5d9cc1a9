extension SearchIndex {
  /// What readers can find of a site: its pages, and the declarations of the source files that have a page.
  init(of pages: [PageComposer.Rendered], _ site: SiteContext) {
    self.init(
      pages: Dictionary(grouping: pages, by: \.page.language).mapValues { $0.map(SearchablePage.init) },
      sources: site.sources.map { path, file in SearchableSource(path: path, file: file, index: site.index) })
  }
}

extension SearchablePage {
  init(_ rendered: PageComposer.Rendered) {
    let page = rendered.page
    self.init(
      path: page.htmlPath, title: page.frontMatter.title, summary: page.frontMatter.summary,
      headings: rendered.headings.map { Heading(text: $0.text, id: $0.id) },
      markdown: Array(page.lines.joined(separator: "\n").utf8))
  }
}

extension SearchableSource {
  init(path: String, file: SourceFile, index: SourceIndex) {
    let number = index.files.firstIndex { $0.name == file.name }
    let symbols = index.declarations.filter { $0.file == number }.map {
      Symbol(owner: $0.owner ?? "", name: $0.name, line: $0.lines.lowerBound)
    }
    self.init(path: path, symbols: symbols)
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
