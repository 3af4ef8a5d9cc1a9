import Foundation
import RxTrace

/// The pages that a build makes: every page, in every language, with its frame.
struct SitePlan: Sendable {
  var settings: SiteSettings
  var names: PageTable
  /// The pages in the order in which readers go through them, language after language.
  var pages: [PlannedPage]
  /// The sections, by language.
  var sections: [String: Sections]
  /// The languages in which a feed is written.
  private(set) var fedLanguages: Set<String> = []
}

// MARK: Making frames

extension SitePlan {
  /// The base name of the page that lists the others.
  static let front = "index"

  /// - Parameter generated: For a language, the pages that the generator writes by itself and sections may name.
  init(
    settings: SiteSettings, names: PageTable, files: [PageFile],
    generated: (_ language: String) -> [String: PageFrame.PageLink]
  ) {
    self.settings = settings
    self.names = names
    let byName = Dictionary(files.map { ($0.name, $0) }) { first, _ in first }
    pages = []
    sections = [:]
    for language in names.active {
      let files = Self.files(in: language, names, byName)
      let own = Sections(settings.sections, files: files, language: language, generated: generated(language))
      sections[language] = own
      let isFed = settings.address != nil && files.contains { $0.name.language == language && $0.isInFeed }
      if isFed { fedLanguages.insert(language) }
      pages += Self.framed(files, language, names, own, hasFeed: isFed)
    }
  }

  /// The pages of a language's feed, the newest first; none if the site has no address.
  func feed(in language: String) -> [PlannedPage] {
    guard fedLanguages.contains(language) else { return [] }
    return pages.filter { $0.name.language == language && $0.isTranslated && $0.isInFeed }
      .sorted { ($0.frontMatter.date, $1.name.base) > ($1.frontMatter.date, $0.name.base) }
  }

  private static func files(
    in language: String, _ names: PageTable, _ files: [PageName: PageFile]
  ) -> [PageFile] {
    let found = names.languages.compactMap { base, own -> PageFile? in
      if let file = files[PageName(base: base, language: language)] { return file }
      let others = [Wording.mainLanguage] + own.sorted()
      return others.lazy.compactMap { files[PageName(base: base, language: $0)] }.first
    }
    return found.sorted(by: PageFile.areInOrder)
  }

  private static func framed(
    _ files: [PageFile], _ language: String, _ names: PageTable, _ sections: Sections, hasFeed: Bool
  ) -> [PlannedPage] {
    let pages = files.map { PageName(base: $0.name.base, language: language) }
    let links = zip(pages, files).map { PageFrame.PageLink($0, $1.frontMatter) }
    var frames = pages.map { PageFrame(languages: languages(of: $0, names), hasFeed: hasFeed) }
    let walk = pages.indices.filter { pages[$0].base != front }
    let hasSections = !sections.sections.isEmpty
    if hasSections {
      for page in pages.indices { frames[page].take(sections.place(of: links[page].htmlPath), sections) }
    } else {
      for (page, next) in zip(walk, walk.dropFirst()) {
        frames[page].next = links[next]
        frames[next].previous = links[page]
      }
    }
    let heads = Dictionary(
      uniqueKeysWithValues: pages.indices.filter { pages[$0].isHead }.map { (pages[$0].section, $0) })
    for page in pages.indices where !pages[page].isHead {
      frames[page].section = heads[pages[page].section].map { links[$0] }
    }
    // If there are sections, the bar leads to all pages.
    if !hasSections, let front = pages.firstIndex(where: { $0.base == Self.front }) {
      frames[front].listed = walk.filter { frames[$0].isListed }.map { links[$0] }
    }
    return pages.indices.map { PlannedPage(name: pages[$0], file: files[$0], frame: frames[$0]) }
  }

  /// The frame of the list of all pages, for content that has no page for it.
  func frontFrame(language: String) -> PageFrame {
    var frame = PageFrame(hasFeed: fedLanguages.contains(language))
    let pages = pages.filter { $0.name.language == language }
    frame.listed = pages.filter(\.frame.isListed).map(PageFrame.PageLink.init)
    frame.languages = languages(ofGenerated: Self.front)
    return frame
  }

  /// The frame of a page that the generator writes by itself.
  /// - Parameter folder: The page whose place in the sections this page shares.
  func frame(ofGenerated base: String, language: String, in folder: String) -> PageFrame {
    var frame = PageFrame(languages: languages(ofGenerated: base), hasFeed: fedLanguages.contains(language))
    guard let sections = sections[language] else { return frame }
    frame.take(sections.place(of: folder), sections)
    (frame.previous, frame.next) = (nil, nil)
    return frame
  }

  /// The languages of a page that the generator writes by itself: all active languages.
  func languages(ofGenerated base: String) -> [PageFrame.LanguageLink] {
    guard names.active.count > 1 else { return [] }
    return names.active.map {
      .init(language: $0, htmlPath: PageName(base: base, language: $0).htmlPath, isTranslated: true)
    }
  }

  /// The paths of sections that lead to no page.
  func deadSectionPaths(generated folders: Set<String>, in content: ContentFolder) -> [Diagnostic] {
    settings.sections.flatMap(\.parts).flatMap { part in
      part.pages.compactMap { path -> Diagnostic? in
        guard !folders.contains(path.text) else { return nil }
        let message = leads(path) ? lacks(part.group, path) : nowhere(path)
        return message.map { content.diagnostic(Problem(path.place, $0), in: SiteSettings.fileName) }
      }
    }
  }

  private func nowhere(_ path: SectionSettings.Path) -> String {
    "the section's page `\(path.text)` leads nowhere" + Nearest.suggestion(for: path.text, among: names.paths)
  }

  /// The problem of a folder without pages of a group; nil if there are some.
  private func lacks(_ group: String?, _ path: SectionSettings.Path) -> String? {
    guard let group, path.isFolder else { return nil }
    let groups = Set(pages.filter { $0.name.base.hasPrefix(path.text) }.map(\.frontMatter.group))
    guard !groups.contains(group) else { return nil }
    return "no page in `\(path.text)` is of group `\(group)`"
      + Nearest.suggestion(for: group, among: groups.filter { !$0.isEmpty }.sorted())
  }

  private func leads(_ path: SectionSettings.Path) -> Bool {
    guard path.isFolder else { return names.languages[path.base] != nil && path.base != path.text }
    return names.languages.keys.contains { $0.hasPrefix(path.text) }
  }

  private static func languages(of page: PageName, _ names: PageTable) -> [PageFrame.LanguageLink] {
    guard names.active.count > 1 else { return [] }
    return names.active.map { language in
      PageFrame.LanguageLink(
        language: language, htmlPath: PageName(base: page.base, language: language).htmlPath,
        isTranslated: names.languages[page.base]?.contains(language) == true)
    }
  }
}

extension PageFrame {
  /// Records the page's place in the sections, and the pages before and after it there.
  fileprivate mutating func take(_ place: PagePlace?, _ sections: Sections) {
    self.place = place
    barHash = sections.barHash
    if let place { (previous, next) = place.neighbours }
  }
}
