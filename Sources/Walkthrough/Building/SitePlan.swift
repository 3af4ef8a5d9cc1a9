import Foundation
import RxTrace

/// What a build is to make: every page, in every language, with what stands around its text.
struct SitePlan: Sendable {
  var settings: SiteSettings
  var names: PageTable
  /// In the order in which readers go through them, language after language.
  var pages: [PlannedPage]
}

/// A page of the site.
struct PlannedPage: Sendable {
  var name: PageName
  /// What its text comes from: something in another language where there is no translation.
  var origin: PageOrigin
  var contentHash: String
  var frontMatter: FrontMatter
  var frame = PageFrame()

  var path: String { origin.path }
  var isTranslated: Bool { origin.name.language == name.language }
}

extension PlannedPage {
  /// A page that the generator writes by itself, of no file.
  init(generated name: PageName, frontMatter: FrontMatter, frame: PageFrame) {
    self.init(
      name: name, origin: PageOrigin(path: "", name: name), contentHash: "", frontMatter: frontMatter, frame: frame)
  }
}

/// What stands around a page's text.
struct PageFrame: Equatable, Sendable {
  var previous: PageLink?
  var next: PageLink?
  /// The page in every language that the site has, the main one first; nothing where there is but one.
  var languages: [LanguageLink] = []
  /// The page that the others of its folder belong to.
  var section: PageLink?
  /// The pages that the list on a front page shows: those that no other page of their folder leads to.
  var listed: [PageLink] = []

  struct PageLink: Equatable, Sendable {
    var htmlPath: String
    var title: String
    var summary: String

    init(_ page: PlannedPage) {
      htmlPath = page.name.htmlPath
      title = page.frontMatter.title
      summary = page.frontMatter.summary
    }
  }

  struct LanguageLink: Equatable, Sendable {
    var language: String
    var htmlPath: String
    var isTranslated: Bool
  }

  /// Tells frames apart.
  var hash: String {
    var hash = ContentHash()
    for link in [previous, next, section] { hash.add(link) }
    for link in languages { hash.add([link.language, link.htmlPath, "\(link.isTranslated)"].joined(separator: "\n")) }
    for page in listed { hash.add(page) }
    return hash.text
  }
}

extension ContentHash {
  fileprivate mutating func add(_ link: PageFrame.PageLink?) {
    add(link?.htmlPath ?? "")
    add(link?.title ?? "")
    add(link?.summary ?? "")
  }
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
      Self.framed(Self.pages(in: language, names, byName), names)
    }
  }

  private static func pages(
    in language: String, _ names: PageTable, _ files: [PageName: PageFile]
  ) -> [PlannedPage] {
    let found = names.languages.compactMap { base, own -> PageFile? in
      if let file = files[PageName(base: base, language: language)] { return file }
      let others = [Wording.mainLanguage] + own.sorted()
      return others.lazy.compactMap { files[PageName(base: base, language: $0)] }.first
    }
    // Places are sorted, because pages are large to move.
    let order = found.indices.sorted { PageFile.areInOrder(found[$0], found[$1]) }
    return order.map { place in
      let file = found[place]
      return PlannedPage(
        name: PageName(base: file.name.base, language: language), origin: file.origin,
        contentHash: file.contentHash, frontMatter: file.frontMatter)
    }
  }

  private static func framed(_ pages: [PlannedPage], _ names: PageTable) -> [PlannedPage] {
    let walk = pages.indices.filter { pages[$0].name.base != front }
    let heads = Dictionary(
      pages.filter { $0.name.base == $0.name.section + "/index" }.map { ($0.name.section, $0) }
    ) { first, _ in first }
    var framed = pages
    for (position, index) in walk.enumerated() {
      if position > 0 { framed[index].frame.previous = .init(pages[walk[position - 1]]) }
      if position + 1 < walk.count { framed[index].frame.next = .init(pages[walk[position + 1]]) }
    }
    for index in pages.indices {
      framed[index].frame.languages = languages(of: pages[index], names)
      if let head = heads[pages[index].name.section], head.name != pages[index].name {
        framed[index].frame.section = .init(head)
      }
    }
    for index in pages.indices where pages[index].name.base == front {
      framed[index].frame.listed = listed(walk.map { framed[$0] })
    }
    return framed
  }

  /// A folder that has a page of its own is listed by that one.
  private static func listed(_ pages: [PlannedPage]) -> [PageFrame.PageLink] {
    pages.filter { $0.frame.section == nil }.map(PageFrame.PageLink.init)
  }

  /// What stands around the list of all pages where the content has no page for it.
  func frontFrame(language: String) -> PageFrame {
    var frame = PageFrame()
    let pages = pages.filter { $0.name.language == language }
    frame.listed = Self.listed(pages)
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

  private static func languages(of page: PlannedPage, _ names: PageTable) -> [PageFrame.LanguageLink] {
    guard names.active.count > 1 else { return [] }
    return names.active.map { language in
      PageFrame.LanguageLink(
        language: language, htmlPath: PageName(base: page.name.base, language: language).htmlPath,
        isTranslated: names.languages[page.name.base]?.contains(language) == true)
    }
  }
}

/// A page, known by what stands before its text.
struct PageFile: Sendable {
  var origin: PageOrigin
  var contentHash: String
  var frontMatter: FrontMatter

  var name: PageName { origin.name }
}

extension PageFile {
  /// By the number that the author gave, then by title.
  static func areInOrder(_ first: PageFile, _ second: PageFile) -> Bool {
    let (left, right) = (first.frontMatter, second.frontMatter)
    return (left.order ?? .infinity, left.title, first.name.base)
      < (right.order ?? .infinity, right.title, second.name.base)
  }
}
