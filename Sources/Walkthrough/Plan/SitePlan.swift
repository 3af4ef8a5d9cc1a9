import Foundation
import RxTrace

/// The pages that a build makes: every page, in every language, with its frame.
struct SitePlan: Sendable {
  var settings: SiteSettings
  var names: PageTable
  /// In the order in which readers go through them, language after language.
  var pages: [PlannedPage]
}

// MARK: Making frames

extension SitePlan {
  /// The base name of the page that lists the others.
  static let front = "index"

  init(settings: SiteSettings, names: PageTable, files: [PageFile]) {
    self.settings = settings
    self.names = names
    let byName = Dictionary(files.map { ($0.name, $0) }) { first, _ in first }
    pages = names.active.flatMap { language in
      Self.framed(Self.files(in: language, names, byName), language, names)
    }
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

  private static func framed(_ files: [PageFile], _ language: String, _ names: PageTable) -> [PlannedPage] {
    let pages = files.map { PageName(base: $0.name.base, language: language) }
    let links = zip(pages, files).map { PageFrame.PageLink($0, $1.frontMatter) }
    var frames = pages.map { PageFrame(languages: languages(of: $0, names)) }
    let walk = pages.indices.filter { pages[$0].base != front }
    for (page, next) in zip(walk, walk.dropFirst()) {
      frames[page].next = links[next]
      frames[next].previous = links[page]
    }
    let heads = Dictionary(
      uniqueKeysWithValues: pages.indices.filter { pages[$0].isHead }.map { (pages[$0].section, $0) })
    for page in pages.indices where !pages[page].isHead {
      frames[page].section = heads[pages[page].section].map { links[$0] }
    }
    if let front = pages.firstIndex(where: { $0.base == Self.front }) {
      frames[front].listed = walk.filter { frames[$0].isListed }.map { links[$0] }
    }
    return pages.indices.map { PlannedPage(name: pages[$0], file: files[$0], frame: frames[$0]) }
  }

  /// The frame of the list of all pages, for content that has no page for it.
  func frontFrame(language: String) -> PageFrame {
    var frame = PageFrame()
    let pages = pages.filter { $0.name.language == language }
    frame.listed = pages.filter(\.frame.isListed).map(PageFrame.PageLink.init)
    frame.languages = languages(ofGenerated: Self.front)
    return frame
  }

  /// The languages of a page that the generator writes by itself: all that there are.
  func languages(ofGenerated base: String) -> [PageFrame.LanguageLink] {
    guard names.active.count > 1 else { return [] }
    return names.active.map {
      .init(language: $0, htmlPath: PageName(base: base, language: $0).htmlPath, isTranslated: true)
    }
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
