/// The pages of a section as a page shows them at its side: all of a small section, else those of its own part, and of
/// each other part the first.
///
/// A section may have hundreds of pages, and each of them has this list.
struct SectionTree {
  let place: PagePlace
  /// The page's path in the site.
  let path: String
  let words: Wording

  /// At most so many pages of the part are shown, those around the page.
  private static let most = 48
  /// A section with at most so many is shown whole.
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
