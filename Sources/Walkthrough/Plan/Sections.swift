import RxTrace

/// The sections of a site in one language, with their pages.
struct Sections: Sendable {
  private(set) var sections: [Section] = []
  private var places: [String: PagePlace] = [:]
  /// A hash of the titles of the sections, and of the pages that the bar leads to.
  private(set) var barHash = ""

  /// An entry of the bar at the top, and a tree of pages.
  final class Section: Sendable {
    let title: String
    let parts: [Part]
    /// The pages in the order in which readers go through them.
    let pages: [PageFrame.PageLink]
    /// A hash of the titles and the pages.
    let hash: String

    init(title: String, parts: [Part]) {
      self.title = title
      self.parts = parts
      pages = parts.flatMap(\.pages)
      var hash = ContentHash()
      hash.add(title)
      for part in parts { hash.add(part.hash) }
      self.hash = hash.text
    }
  }

  /// Pages that the tree shows under one heading.
  struct Part: Sendable {
    /// The heading; empty for pages without one.
    var title: String
    var isNumbered: Bool
    var pages: [PageFrame.PageLink]

    /// The minutes that it takes to read all pages of the part.
    var minutes: Int { pages.reduce(0) { $0 + $1.minutes } }

    var hash: String {
      var hash = ContentHash()
      hash.add("\(title)\n\(isNumbered)")
      for page in pages { hash.add(page.htmlPath + "\n" + page.title) }
      // Times are shown for numbered parts, and summaries in the list of the whole path.
      if isNumbered { for page in pages { hash.add("\(page.minutes)\n\(page.summary)") } }
      return hash.text
    }
  }

  /// - Parameters:
  ///   - files: The pages' files in the language, in the order in which lists show them.
  ///   - generated: The pages that the generator writes by itself, by the folders that stand for them: `source/`.
  init(
    _ settings: [SectionSettings], files: [PageFile], language: String, generated: [String: PageFrame.PageLink]
  ) {
    let finder = SectionPages(files: files, language: language, named: settings)
    for section in settings {
      let parts = section.parts.map { part in
        Part(
          title: part.title?(language) ?? "", isNumbered: part.isNumbered,
          pages: part.pages.flatMap { path in
            generated[path.text].map { [$0] } ?? finder.pages(at: path, group: part.group)
          })
      }.filter { !$0.pages.isEmpty }
      guard !parts.isEmpty else { continue }
      add(Section(title: section.title(language), parts: parts))
    }
  }

  private mutating func add(_ section: Section) {
    for (number, part) in section.parts.enumerated() {
      for (position, page) in part.pages.enumerated() where places[page.htmlPath] == nil {
        places[page.htmlPath] = PagePlace(section: section, part: number, position: position, index: sections.count)
      }
    }
    sections.append(section)
    var hash = ContentHash()
    for part in [barHash, section.title, section.parts[0].pages[0].htmlPath] { hash.add(part) }
    barHash = hash.text
  }

  /// The place of a page in the sections; nil for a page that no section names.
  func place(of htmlPath: String) -> PagePlace? { places[htmlPath] }
}

/// The place of a page in the sections of its site.
struct PagePlace: Sendable, Equatable {
  let section: Sections.Section
  /// The part, and the page's position in it.
  let part: Int
  let position: Int
  /// The position of the section.
  let index: Int

  static func == (one: PagePlace, other: PagePlace) -> Bool { one.hash == other.hash }

  /// The pages under the same heading.
  var siblings: Sections.Part { section.parts[part] }

  /// The pages before and after it in its section.
  var neighbours: (previous: PageFrame.PageLink?, next: PageFrame.PageLink?) {
    let pages = section.pages
    let own = section.parts[..<part].reduce(position) { $0 + $1.pages.count }
    return (own > 0 ? pages[own - 1] : nil, own + 1 < pages.count ? pages[own + 1] : nil)
  }

  /// A hash of the place and its section.
  var hash: String { "\(section.hash) \(index) \(part) \(position)" }
}

/// Finds the pages that the paths of sections mean.
private struct SectionPages {
  private let files: [PageFile]
  private let byBase: [String: PageFile]
  private let language: String
  /// The pages that some part names individually: folders leave them out.
  private let named: Set<String>

  init(files: [PageFile], language: String, named settings: [SectionSettings]) {
    self.files = files
    self.language = language
    byBase = Dictionary(files.map { ($0.name.base, $0) }) { first, _ in first }
    named = Set(settings.flatMap { $0.parts.flatMap { $0.pages.map(\.base) } })
  }

  func pages(at path: SectionSettings.Path, group: String?) -> [PageFrame.PageLink] {
    guard path.isFolder else { return byBase[path.base].map { [link($0)] } ?? [] }
    return files.filter { file in
      group.map { $0 == file.frontMatter.group } ?? true && file.name.base.hasPrefix(path.text)
        && !named.contains(file.name.base)
    }.map(link)
  }

  private func link(_ file: PageFile) -> PageFrame.PageLink {
    PageFrame.PageLink(PageName(base: file.name.base, language: language), file.frontMatter)
  }
}
