import RxTrace

/// Lists the pages of the site's numbered parts in the order in which readers go through them, with the time that each
/// takes.
struct PathDirective: Directive {
  static let name = "path"
  static let keys = DirectiveKeys()

  let block: DirectiveBlock
  let page: DirectivePage

  func render() throws(Problem) -> HTML {
    let parts = context.site.path(in: context.page.language)
    guard !parts.isEmpty else {
      throw Problem(
        block.info.place, "no part of a section is `numbered: true` in site.yml, so there is no path to list")
    }
    return parts.map(part).joined(separator: "\n")
  }

  private func part(_ part: Sections.Part) -> HTML {
    let total = part.minutes > 0 ? words(.minutesInAll, part.minutes) : ""
    let items = part.pages.map { page in "<li\(here(page))>\(item(page))</li>" as HTML }
    let sum: HTML = total.isEmpty ? "" : "\n<p class=\"path-time\">\(total)</p>"
    // The script that remembers the reader's place shows it here, in these words.
    return """
      <ol class="path" data-read="\(words(.pathRead))" data-continue="\(words(.pathContinue))">
      \(items.joined(separator: "\n"))
      </ol>\(sum)
      """
  }

  /// Marks the page that the reader is on, if the path leads through it.
  private func here(_ page: PageFrame.PageLink) -> HTML {
    page.htmlPath == context.page.htmlPath ? " aria-current=\"page\"" : ""
  }

  private func item(_ page: PageFrame.PageLink) -> HTML {
    let link = RelativePath.link(to: page.htmlPath, from: context.page.htmlPath)
    return "<a href=\"\(link)\">\(page.title)</a>\(page.time(words)) <span>\(InlineMarkdown(page.summary).html)</span>"
  }
}

extension PageFrame.PageLink {
  /// The time that it takes to read the page; empty for a page that is not read from beginning to end.
  func time(_ words: Wording) -> HTML {
    minutes > 0 ? " <span class=\"time\">\(words(.minutes, minutes))</span>" : ""
  }
}
