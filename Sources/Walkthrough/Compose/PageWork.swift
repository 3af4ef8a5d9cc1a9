import RxTrace

/// Makes pages: reads, renders and composes them.
struct PageWork: Sendable {
  let context: SiteContext
  let reader: PageReader
  let composer: Composer
  let showsProblems: Bool
  /// The tables of terms, by language.
  let terms: [String: TermTable]

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
      problems += misusedTerms(in: page)
    } catch {
      failure = error
    }
    if let failure {
      problems.append(reader.content.diagnostic(failure.problem, in: failure.path))
      if showsProblems { rendered.body = PageProblems.box(failure.problem, in: failure.path) + rendered.body }
    }
    let html = composer.page(planned, rendered, words: context.wording(of: planned.name.language))
    let entry = PageEntry(
      // An empty hash makes the next build report the page's problems again.
      contentHash: problems.isEmpty ? planned.contentHash : "", frameHash: planned.frame.hash,
      output: .init(key: planned.path, hash: html.contentHash), frontMatter: planned.frontMatter,
      facts: rendered.facts, outline: rendered.outline, passes: rendered.passes)
    return Made(html: html, entry: entry, problems: problems)
  }

  /// The misused terms in the file that contains the page's text.
  private func misusedTerms(in page: Page) -> [Diagnostic] {
    let origin = page.origin
    // The text of an untranslated page is in the language of its origin.
    guard let table = terms[origin.name.language] else { return [] }
    guard let template = origin.template else {
      return table.problems(in: page.text).map { reader.content.diagnostic($0, in: origin.path) }
    }
    return [origin.path, template].flatMap { file in
      table.problems(inData: (try? reader.content.text(of: file)) ?? "").map { reader.content.diagnostic($0, in: file) }
    }
  }
}
