import RxTrace

/// The text of each page as Markdown beside it, for programs, and `llms.txt`, which lists the pages.
struct MarkdownFiles {
  let plan: SitePlan
  let reader: PageReader
  let wordings: [String: Wording]

  func files() -> [SiteFile] {
    plan.pages.filter(\.isTranslated).map(file) + [list]
  }

  /// `core-flow/index.md`
  static func path(of page: PageName) -> String { page.htmlPath.dropLast(".html".count) + ".md" }

  private func file(_ page: PlannedPage) -> SiteFile {
    SiteFile(path: Self.path(of: page.name), origin: page.path, key: page.contentHash) { [reader] in
      let heading = "# \(page.frontMatter.title)\n\n\(page.frontMatter.summary)\n\n"
      // A page that an author is editing may be unreadable.
      let read = try? reader.page(named: page.name, of: page.origin, page.frontMatter)
      return Array(heading.utf8) + (read.map { $0.text.bytes(fromLine: $0.bodyLine) } ?? [])
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
