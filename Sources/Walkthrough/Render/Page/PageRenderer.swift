import RxTrace

/// Renders one page, and collects the results.
struct PageRenderer {
  let context: PageContext

  /// - Parameter showsProblems: Whether the page shows a problem at its place, instead of a gap.
  /// - Parameter firstNumber: The number before the first identifier's, for a part of a page that is made later.
  init(page: Page, site: SiteContext, showsProblems: Bool = false, firstNumber: Int = 0) {
    context = PageContext(page: page, site: site, showsProblems: showsProblems, firstNumber: firstNumber)
  }

  /// The problems of the page, in the order in which rendering found them.
  var problems: [Problem] { context.problems.all }

  func render() -> RenderedPage {
    let page = context.page
    warnOfPrompts()
    let body = context.reporting { () throws(Problem) in
      let text = FootnoteText(page.text, fromLine: page.bodyLine)
      let tree = try CommonMark.parse(text.bytes, firstLine: page.bodyLine)
      let markdown = MarkdownRenderer(context: context, footnotes: text.definitions)
      return markdown.blocks(withoutTitle(tree.children)) + markdown.notesAtEnd()
    }
    context.keepBlocks()
    return RenderedPage(
      body: StepperControls.added(to: context.listings.placed(in: body), words: context.words),
      facts: context.record.all.pageFacts, passes: context.record.all.passes, outline: context.outline)
  }

  /// Warns of the lines of a new page that ask its author for something.
  private func warnOfPrompts() {
    guard context.page.origin.template == nil else { return }
    let text = context.page.text
    for line in 1...max(text.lineCount, 1) where AuthorPrompt.isOne(text.bytes[text.range(ofLine: line)]) {
      context.warn(Problem(line: line, "`site new` wrote this line to ask for your words: write them, or take it out"))
    }
  }

  /// The page shows its title already; code hosts, which ignore front matter, need it in the text as well.
  private func withoutTitle(_ blocks: [MarkdownNode]) -> [MarkdownNode] {
    let title = context.page.frontMatter.title
    guard let first = blocks.first, first.kind == .heading(level: 1), first.plainText == title else { return blocks }
    return Array(blocks.dropFirst())
  }
}
