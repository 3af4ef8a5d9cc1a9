/// The pages of a section that a page lists at its side: all pages of a small section; otherwise all pages of its own
/// part and the first page of every other part.
///
/// A section may have hundreds of pages, and each of them has this list.
struct SectionTree {
  let place: PagePlace
  /// The page's path in the site.
  let path: String
  let words: Wording

  /// The maximum number of pages of the part that are shown, around the current page.
  private static let most = 48
  /// The maximum number of pages in a section that is shown whole.
  private static let few = 24

  func html() -> HTML {
    let isWhole = place.section.pages.count <= Self.few
    let parts = place.section.parts.enumerated().map { number, part -> HTML in
      let isOwn = number == place.part
      let isFlat = part.title.isEmpty
      let isOpen = isWhole || isOwn
      let pages = isOpen || isFlat ? list(shown(part.pages, isOwn: isOwn), hasTimes: part.isNumbered) : ""
      guard !isFlat else { return pages }
      let list: HTML = isOpen ? "\n<ul>\n\(pages)\n</ul>" : ""
      return "<li class=\"part\">\(head(part, isOpen: isOpen))\(list)</li>"
    }
    return "<ul>\n\(parts.joined(separator: "\n"))\n</ul>"
  }

  private func head(_ part: Sections.Part, isOpen: Bool) -> HTML {
    guard !isOpen else { return "<span>\(part.title)</span>" }
    return "<a href=\"\(Composer.link(to: part.pages[0].htmlPath, from: path))\">\(part.title)</a>"
  }

  private func shown(_ pages: [PageFrame.PageLink], isOwn: Bool) -> ArraySlice<PageFrame.PageLink> {
    let middle = isOwn ? place.position : 0
    let first = max(0, min(middle - Self.most / 2, pages.count - Self.most))
    return pages[first..<min(first + Self.most, pages.count)]
  }

  private func list(_ pages: ArraySlice<PageFrame.PageLink>, hasTimes: Bool) -> HTML {
    pages.map { page -> HTML in
      let time = hasTimes ? page.time(words) : ""
      let current: HTML = page.htmlPath == path ? " aria-current=\"page\"" : ""
      let link = Composer.link(to: page.htmlPath, from: path)
      return "<li><a href=\"\(link)\"\(current)>\(page.title)\(time)</a></li>"
    }.joined(separator: "\n")
  }
}
