import RxTrace

/// Makes pages: reads, renders and composes them.
struct PageWork: Sendable {
  let context: SiteContext
  let content: ContentFolder
  let composer: PageComposer
  let showsProblems: Bool

  struct Made {
    var html: [UInt8]
    var entry: SiteManifest.PageEntry
    var problems: [Diagnostic]
  }

  func make(_ planned: PlannedPage) -> Made {
    var body: HTML = ""
    var facts = PageFacts()
    var problems: [Problem] = []
    do {
      let renderer = PageRenderer(
        page: try PageReader(content: content).page(planned), site: context, showsProblems: showsProblems)
      (body, facts) = renderer.render()
      problems = renderer.problems
    } catch {
      problems = [error]
    }
    let html = composer.page(
      planned, body: body, facts: facts, words: context.wording(of: planned.name.language))
    let entry = SiteManifest.PageEntry(
      contentHash: planned.contentHash, frameHash: planned.frame.hash,
      output: .init(key: planned.path, hash: html.contentHash), frontMatter: planned.frontMatter, facts: facts)
    return Made(html: html, entry: entry, problems: problems.map { content.diagnostic($0, in: planned.path) })
  }
}
