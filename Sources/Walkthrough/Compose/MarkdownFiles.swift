import RxTrace

/// The text of each page as Markdown beside it, for programs, and `llms.txt`, which lists the pages.
///
/// Blocks are as the author wrote them, except that excerpts have their lines.
struct MarkdownFiles {
  let plan: SitePlan
  let reader: PageReader
  let wordings: [String: Wording]

  func files(_ pages: [BuiltPage]) -> [SiteFile] {
    let translated = pages.filter(\.planned.isTranslated)
    let paths = translated.map { Self.path(of: $0.planned.name) }
    let known = Set(paths)
    let key = Array(paths.sorted().joined(separator: "\n").utf8).contentHash
    return translated.map { file($0, known, key) } + [list]
  }

  /// `core-flow/index.md`
  static func path(of page: PageName) -> String { page.htmlPath.dropLast(".html".count) + ".md" }

  /// - Parameters:
  ///   - paths: those of all pages' Markdown.
  ///   - pathsKey: a key of these paths: a translation that is added changes links of other pages.
  private func file(_ built: BuiltPage, _ paths: Set<String>, _ pathsKey: String) -> SiteFile {
    let (page, excerpts) = (built.planned, built.facts.excerpts)
    var key = ContentHash()
    key.add(page.contentHash)
    key.add(pathsKey)
    for excerpt in excerpts { key.add(excerpt.text) }
    return SiteFile(path: Self.path(of: page.name), origin: page.path, key: key.text) { [reader] in
      let heading = "# \(page.frontMatter.title)\n\n\(page.frontMatter.summary)\n\n"
      // A page that an author is editing may be unreadable.
      let read = try? reader.page(named: page.name, of: page.origin, page.frontMatter)
      let text = read.map { String(decoding: $0.text.bytes(fromLine: $0.bodyLine), as: UTF8.self) } ?? ""
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).filter { !Self.isComment($0) }
      let shown = lines.map { Self.opening($0, excerpts).map { $0[...] } ?? Self.linked($0, on: page.name, paths) }
      return Array((heading + shown.joined(separator: "\n")).utf8)
    }
  }

  /// `[//]: # "…"`, a link that nothing uses.
  private static func isComment(_ line: Substring) -> Bool { line.starts(with: /\s*\[\/\/\]: #/) }

  /// The line that opens a block with an excerpt, and the excerpt's lines; nil for another line.
  private static func opening(_ line: Substring, _ excerpts: [ShownExcerpt]) -> String? {
    guard let fence = line.firstMatch(of: /^([ >]*)(`{3,}|~{3,})\s*source\s/),
      let info = try? FenceInfo(line: String(line), number: 1),
      let excerpt = excerpts.first(where: { $0.name == SourceDirective.request(info) })
    else { return nil }
    let lines = excerpt.text.split(separator: "\n", omittingEmptySubsequences: false)
    return "\(fence.1)\(fence.2)swift" + lines.map { "\n\(fence.1)\($0)" }.joined()
  }

  /// A line whose links to pages lead to their Markdown, in the page's language if they have it.
  private static func linked(_ line: Substring, on page: PageName, _ paths: Set<String>) -> Substring {
    line.replacing(/\]\(([^)\s:#?]+)\.(?:md|yml)(?=[)#?])/) { link in
      let base = RelativePath.resolve(String(link.1), from: page.htmlPath) ?? ""
      let translated = path(of: PageName(base: base, language: page.language))
      let ending = paths.contains(translated) ? translated.dropFirst(base.count) : ".md"
      return "](\(link.1)\(ending)"
    }
  }

  /// `llms.txt` for the main language, as <https://llmstxt.org> describes it.
  private var list: SiteFile {
    let language = Wording.mainLanguage
    var groups = (plan.sections[language]?.sections ?? []).map { (title: $0.title, paths: $0.pages.map(\.htmlPath)) }
    let pages = plan.pages.filter { $0.name.language == language && $0.isTranslated }
    let listed = Set(groups.flatMap(\.paths))
    groups.append((wordings[language]?(.walkthroughs) ?? "", pages.map(\.htmlPath).filter { !listed.contains($0) }))
    let byPath = Dictionary(uniqueKeysWithValues: pages.map { ($0.htmlPath, $0) })
    var text = "# \(plan.settings.title)\n\n> \(wordings[language]?(.tagline) ?? "")\n"
    for (title, paths) in groups {
      let lines = paths.compactMap { byPath[$0].map(line) }
      if !lines.isEmpty { text += "\n## \(title)\n\n" + lines.joined() }
    }
    let bytes = Array(text.utf8)
    return SiteFile(path: "llms.txt", origin: "the llms.txt", key: bytes.contentHash) { bytes }
  }

  private func line(_ page: PlannedPage) -> String {
    let path = Self.path(of: page.name)
    let link = plan.settings.address.map { SiteMaps.address($0, path) } ?? path
    let summary = InlineMarkdown(page.frontMatter.summary).plainText
    return "- [\(page.frontMatter.title)](\(link))\(summary.isEmpty ? "" : ": " + summary)\n"
  }
}
