import Foundation
import RxTrace

/// What a build is to make: every page, in every language, with what stands around its text.
struct SitePlan: Sendable {
  var settings: SiteSettings
  var names: PageTable
  /// In the order in which readers go through them, language after language.
  var pages: [PlannedPage]
}

/// A page of the site. An object, because to copy so many texts at every turn takes longer than all else in a build that
/// has nothing to do.
final class PlannedPage: Sendable {
  let name: PageName
  /// Where it goes.
  let htmlPath: String
  /// What its text comes from: one in another language where there is no translation.
  private let file: PageFile
  let frame: PageFrame

  init(name: PageName, file: PageFile, frame: PageFrame) {
    self.name = name
    htmlPath = name.htmlPath
    self.file = file
    self.frame = frame
  }

  /// A page that the generator writes by itself, of no file.
  convenience init(generated name: PageName, frontMatter: FrontMatter, frame: PageFrame) {
    let file = PageFile(origin: PageOrigin(path: "", name: name), contentHash: "", frontMatter: frontMatter)
    self.init(name: name, file: file, frame: frame)
  }

  var origin: PageOrigin { file.origin }
  var contentHash: String { file.contentHash }
  var frontMatter: FrontMatter { file.frontMatter }
  var path: String { origin.path }
  var isTranslated: Bool { origin.name.language == name.language }
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

    init(_ name: PageName, _ frontMatter: FrontMatter) {
      htmlPath = name.htmlPath
      title = frontMatter.title
      summary = frontMatter.summary
    }

    init(_ page: PlannedPage) { self.init(page.name, page.frontMatter) }
  }

  struct LanguageLink: Equatable, Sendable {
    var language: String
    var htmlPath: String
    var isTranslated: Bool
  }

  /// Whether the front page lists it: a folder that has a page of its own is listed by that one.
  var isListed: Bool { section == nil }

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

  /// What stands around the list of all pages where the content has no page for it.
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

/// A page, known by what stands before its text.
final class PageFile: Sendable {
  let origin: PageOrigin
  let contentHash: String
  let frontMatter: FrontMatter

  init(origin: PageOrigin, contentHash: String, frontMatter: FrontMatter) {
    self.origin = origin
    self.contentHash = contentHash
    self.frontMatter = frontMatter
  }

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
