import RxTrace

/// Lists the pages of a folder, or those of one group, in the order in which readers go through them.
extension DirectiveRenderer {
  func pages(_ directive: Directive) throws(Problem) -> HTML {
    let folder = try folder(directive)
    let group = directive.attribute("group")
    let listed = context.site.pages(in: folder, group: group?.value, language: context.page.language)
      .filter { $0.htmlPath != context.page.htmlPath }
    guard !listed.isEmpty else {
      let place = group?.valuePlace ?? directive.info.place
      let groups = context.site.groups(in: folder)
      let nearest = group.map { Nearest.suggestion(for: $0.value, among: groups) } ?? ""
      throw Problem(place, "no page in `\(folder)`" + (group.map { " is of group `\($0.value)`" } ?? "") + nearest)
    }
    let items = listed.map { page -> HTML in
      let link = RelativePath.link(to: page.htmlPath, from: context.page.htmlPath)
      return "<li><a href=\"\(link)\">\(page.title)</a> <span>\(DocComment.inline(page.summary))</span></li>"
    }
    return "<ul class=\"pages\">\n\(items.joined(separator: "\n"))\n</ul>"
  }

  /// The page's own where none is named.
  private func folder(_ directive: Directive) throws(Problem) -> String {
    guard let named = directive.attribute("folder") else {
      return context.page.path.split(separator: "/").dropLast().joined(separator: "/")
    }
    guard let folder = RelativePath.resolve(named.value, from: context.page.path) else {
      throw Problem(named.valuePlace, "the folder `\(named.value)` is outside of the content folder")
    }
    return folder
  }
}
