import RxTrace

/// The frame of a page: the links around its text.
struct PageFrame: Equatable, Sendable {
  var previous: PageLink?
  var next: PageLink?
  /// The page in every language of the site, the main one first; empty if there is only one.
  var languages: [LanguageLink] = []
  /// The front page of the page's folder.
  var section: PageLink?
  /// The pages in the list of a front page: pages that no other page of their folder leads to.
  var listed: [PageLink] = []
  /// The page's place in the sections of the site; nil if no section names the page.
  var place: PagePlace?
  /// Pages between the site's sections and the page, for pages that the generator writes by itself.
  var trail: [PageLink] = []
  /// A hash of the entries of the bar at the top.
  var barHash = ""
  /// Whether a feed is written in the language of the page.
  var hasFeed = false

  struct PageLink: Equatable, Sendable {
    var htmlPath: String
    var title: String
    var summary: String
    /// The minutes that it takes to read the page; 0 for a page that is not read from beginning to end.
    var minutes = 0

    init(_ name: PageName, _ frontMatter: FrontMatter) {
      minutes = frontMatter.minutes
      htmlPath = name.htmlPath
      title = frontMatter.title
      summary = frontMatter.summary
    }

    init(_ page: PlannedPage) { self.init(page.name, page.frontMatter) }

    init(htmlPath: String, title: String, summary: String = "") {
      (self.htmlPath, self.title, self.summary) = (htmlPath, title, summary)
    }
  }

  struct LanguageLink: Equatable, Sendable {
    var language: String
    var htmlPath: String
    var isTranslated: Bool
  }

  /// Whether the front page lists the page: a folder with a front page of its own lists its pages there.
  var isListed: Bool { section == nil }

  /// A hash of the whole frame.
  var hash: String {
    var hash = ContentHash()
    for link in [previous, next, section] { hash.add(link) }
    for link in languages { hash.add([link.language, link.htmlPath, "\(link.isTranslated)"].joined(separator: "\n")) }
    for page in listed { hash.add(page) }
    hash.add(place?.hash ?? "")
    hash.add(barHash)
    hash.add(hasFeed ? "feed" : "")
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
