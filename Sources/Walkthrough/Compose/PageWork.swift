import RxTrace

/// Makes pages: reads, renders and composes them.
struct PageWork: Sendable {
  let context: SiteContext
  let reader: PageReader
  let composer: PageComposer
  let showsProblems: Bool

  struct Made {
    var html: [UInt8]
    var entry: PageEntry
    var problems: [Diagnostic]
  }

  func make(_ planned: PlannedPage) -> Made {
    var rendered = RenderedPage()
    var problems: [Diagnostic] = []
    var failure = planned.failure
    do {
      let page = try reader.page(named: planned.name, of: planned.origin, planned.frontMatter)
      let renderer = PageRenderer(page: page, site: context, showsProblems: showsProblems)
      rendered = renderer.render()
      rendered.facts.move { page.origin.place($0, page.lines) }
      problems = renderer.problems.map { reader.content.diagnostic($0, in: page.origin, page.lines) }
    } catch {
      failure = error
    }
    if let failure {
      problems.append(reader.content.diagnostic(failure.problem, in: failure.path))
      if showsProblems { rendered.body = PageProblems.box(failure.problem, in: failure.path) + rendered.body }
    }
    let html = composer.page(planned, rendered, words: context.wording(of: planned.name.language))
    let entry = PageEntry(
      // The next build reports the page's problems again.
      contentHash: problems.isEmpty ? planned.contentHash : "", frameHash: planned.frame.hash,
      output: .init(key: planned.path, hash: html.contentHash), frontMatter: planned.frontMatter,
      facts: rendered.facts, outline: Encoded(rendered.outline), passes: Encoded(rendered.passes))
    return Made(html: html, entry: entry, problems: problems)
  }
}
