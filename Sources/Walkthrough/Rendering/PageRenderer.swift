import RxTrace

/// Renders one page and gathers what came of it: problems, warnings, and all that other pages need to know.
final class PageRenderer {
  let page: Page
  let site: SiteAccess
  /// The words of the page's language.
  let words: Wording
  /// Whether what is wrong is said on the page, at its place, instead of leaving a gap there.
  let showsProblems: Bool
  private(set) var problems: [Problem] = []
  private var shownProblems = 0
  private var facts = PageFacts()
  private var headings: [PageOutline.Heading] = []
  /// What the symbols of the page's excerpts declare.
  let cards = SymbolCards()
  private var identifiers: Set<String> = ["content", "contents", "search", PipelineList.anchor]
  private var counters: [String: Int] = [:]
  private var assets: Set<String> = []
  private var programs: Set<String> = []

  init(page: Page, site: SiteContext, showsProblems: Bool = false) {
    self.page = page
    self.site = SiteAccess(site)
    self.showsProblems = showsProblems
    words = site.wording(of: page.language)
  }

  func render() -> RenderedPage {
    var body: HTML
    do {
      let text = FootnoteText(page.text, fromLine: page.bodyLine)
      let tree = try CommonMark.parse(text.bytes, firstLine: page.bodyLine)
      let markdown = MarkdownRenderer(context: self, footnotes: text.definitions)
      body = markdown.blocks(withoutTitle(tree.children)) + markdown.notesAtEnd()
    } catch {
      report(error)
      body = problemBox(error)
    }
    body += cards.html()
    facts.assets = assets.sorted()
    facts.programs = programs.sorted()
    facts.dependencies = site.dependencies
    let outline = PageOutline(headings: headings, identifiers: identifiers.sorted())
    return RenderedPage(body: body, facts: facts, outline: outline)
  }

  func report(_ problem: Problem) { problems.append(problem) }

  /// Notes what is worth a remark, but no reason not to build the site.
  func warn(_ warning: Problem) { facts.warnings.append(.init(place: warning.place, message: warning.message)) }

  /// Notes an excerpt, to be held against what the author has accepted.
  func shows(_ excerpt: ShownExcerpt) { facts.excerpts.append(excerpt) }

  /// Runs a part of the rendering; what it throws is reported, and nothing is shown in its place.
  func reporting(_ body: () throws(Problem) -> HTML) -> HTML {
    var html: HTML
    do {
      html = try body()
    } catch {
      report(error)
      html = ""
    }
    // What a part within this one reported is shown there already.
    for problem in problems[shownProblems...] { html += problemBox(problem) }
    shownProblems = problems.count
    return html
  }

  private func problemBox(_ problem: Problem) -> HTML {
    guard showsProblems else { return "" }
    let at = page.origin.place(problem.place, page.lines)
    let place = "\(page.origin.textPath):\(at.line):\(at.column)"
    return "<strong class=\"problem\">\(place): \(problem.message)</strong>"
  }

  /// An identifier that no other element of the page has.
  func uniqueIdentifier(_ wish: String) -> String {
    var identifier = wish
    var number = 2
    while !identifiers.insert(identifier).inserted {
      identifier = "\(wish)-\(number)"
      number += 1
    }
    return identifier
  }

  /// `chain-1`, `chain-2`, … in the order of the page.
  func numbered(_ kind: String) -> String {
    counters[kind, default: 0] += 1
    return uniqueIdentifier("\(kind)-\(counters[kind]!)")
  }

  func addHeading(level: Int, text: String) -> String {
    let words = text.lowercased().split { !$0.isLetter && !$0.isNumber }
    let id = uniqueIdentifier(words.isEmpty ? "section" : words.joined(separator: "-"))
    headings.append(.init(level: level, id: id, text: text))
    return id
  }

  /// Links the symbols of excerpts from an index.
  func symbols(in index: SourceIndex) -> SymbolLinker {
    SymbolLinker(index: index, cards: cards) { [unowned self] in link(to: $0, line: $1) }
  }

  /// Where a link to a line of a source file leads.
  func link(to file: SourceFile, line: Int) -> String {
    if file.module == nil { programs.insert(file.name) }
    return RelativePath.link(to: file.htmlPath, from: page.htmlPath) + "#L\(line)"
  }

  /// Where a link to a Swift file beside the pages leads: to a page of its own.
  func link(toProgram path: String) -> String {
    programs.insert(path)
    return RelativePath.link(to: SourceFile.htmlPath(path), from: page.htmlPath)
  }

  /// Where a link to a file beside the pages leads, which is copied.
  func link(toAsset path: String) -> String {
    assets.insert(path)
    return RelativePath.link(to: path, from: page.htmlPath)
  }

  /// Notes a link to a place of a page, which is checked when all pages are known.
  func want(_ anchor: String, of htmlPath: String, at place: Place) {
    facts.wantedAnchors.append(.init(htmlPath: htmlPath, anchor: anchor, place: place))
  }

  /// Notes that a place of the page shows lines of a source file being executed.
  func pass(through file: SourceFile, lines: some Sequence<Int>, at anchor: String) {
    facts.passes.append(SourcePass(file: file.name, lines: Array(Set(lines)).sorted(), anchor: anchor))
  }

  /// The title stands above the page already; code hosts, which do not know front matter, need it in the text as well.
  private func withoutTitle(_ blocks: [MarkdownNode]) -> [MarkdownNode] {
    guard let first = blocks.first, first.kind == .heading(level: 1), first.plainText == page.frontMatter.title else {
      return blocks
    }
    return Array(blocks.dropFirst())
  }
}
