import RxTrace

/// Lists the pages of a folder, or those of one group, in the order in which readers go through them.
struct PagesDirective: Directive {
  static let name = "pages"
  static let keys = DirectiveKeys(optional: ["folder", "group"])

  let block: DirectiveBlock
  let page: DirectivePage

  func render() throws(Problem) -> HTML {
    let folder = try folder()
    let group = attribute("group")
    let listed = context.site.pages(in: folder, group: group?.value, language: context.page.language)
      .filter { $0.htmlPath != context.page.htmlPath }
    guard !listed.isEmpty else {
      let place = group?.valuePlace ?? block.info.place
      let groups = context.site.groups(in: folder)
      let nearest = group.map { Nearest.suggestion(for: $0.value, among: groups) } ?? ""
      let shown = folder.isEmpty ? "the content folder" : "`\(folder)`"
      throw Problem(place, "no page in \(shown)" + (group.map { " is of group `\($0.value)`" } ?? "") + nearest)
    }
    let items = listed.map { page -> HTML in
      let link = RelativePath.link(to: page.htmlPath, from: context.page.htmlPath)
      return "<li><a href=\"\(link)\">\(page.title)</a> <span>\(InlineMarkdown(page.summary).html)</span></li>"
    }
    return "<ul class=\"pages\">\n\(items.joined(separator: "\n"))\n</ul>"
  }

  /// The named folder, or the page's own folder if none is named.
  private func folder() throws(Problem) -> String {
    guard let named = attribute("folder") else {
      return context.page.path.split(separator: "/").dropLast().joined(separator: "/")
    }
    return try page.folder(named)
  }
}
