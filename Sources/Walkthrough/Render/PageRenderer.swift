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
  private var gathered = PageGathering()
  private var headings: [PageOutline.Heading] = []
  /// What the symbols of the page's excerpts declare.
  let cards = SymbolCards()
  private var identifiers: Set<String> = ["content", "contents", "search", PipelineList.anchor]
  /// By what was wished for: the number to try next, as all before it are taken.
  private var nextNumbers: [String: Int] = [:]
  /// How many identifiers are not as they were wished for.
  private var renamed = 0
  private var counters: [String: Int] = [:]
  /// The fenced blocks that an earlier rendering kept, and those that this one keeps.
  private let known: KeptBlocks.OfPage
  private var kept: KeptBlocks.OfPage = [:]

  init(page: Page, site: SiteContext, showsProblems: Bool = false) {
    self.page = page
    self.site = SiteAccess(site)
    self.showsProblems = showsProblems
    words = site.wording(of: page.language)
    known = site.blocks.blocks(ofPage: page.htmlPath)
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
    site.shared.blocks.keep(kept, ofPage: page.htmlPath)
    var facts = gathered.facts
    facts.assets = gathered.assets.sorted()
    facts.programs = gathered.programs.sorted()
    facts.dependencies = site.noted.sorted()
    let outline = PageOutline(headings: headings, identifiers: identifiers.sorted())
    return RenderedPage(body: body, facts: facts, passes: gathered.passes, outline: outline)
  }

  func report(_ problem: Problem) { problems.append(problem) }

  /// Notes what is worth a remark, but no reason not to build the site.
  func warn(_ warning: Problem) {
    gathered.facts.warnings.append(.init(place: warning.place, message: warning.message))
  }

  /// Notes an excerpt, to be held against what the author has accepted.
  func shows(_ excerpt: ShownExcerpt) { gathered.facts.excerpts.append(excerpt) }

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
    if !identifiers.insert(wish).inserted {
      var number = nextNumbers[wish] ?? 2
      repeat {
        identifier = "\(wish)-\(number)"
        number += 1
      } while !identifiers.insert(identifier).inserted
      nextNumbers[wish] = number
      renamed += 1
    }
    gathered.identifiers.insert(identifier)
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
    SymbolLinker(index: index, cards: cards, words: words) { [unowned self] in link(to: $0, line: $1) }
  }

  /// Where a link to a line of a source file leads.
  func link(to file: SourceFile, line: Int) -> String {
    if file.module == nil { gathered.programs.insert(file.name) }
    return RelativePath.link(to: file.htmlPath, from: page.htmlPath) + "#L\(line)"
  }

  /// Where a link to a Swift file beside the pages leads: to a page of its own.
  func link(toProgram path: String) -> String {
    gathered.programs.insert(path)
    return RelativePath.link(to: SourceFile.htmlPath(path), from: page.htmlPath)
  }

  /// Where a link to a file beside the pages leads, which is copied.
  func link(toAsset path: String) -> String {
    gathered.assets.insert(path)
    return RelativePath.link(to: path, from: page.htmlPath)
  }

  /// Notes a link to a place of a page, which is checked when all pages are known.
  func want(_ anchor: String, of htmlPath: String, at place: Place) {
    gathered.facts.wantedAnchors.append(.init(htmlPath: htmlPath, anchor: anchor, place: place))
  }

  /// Notes that a place of the page shows lines of a source file being executed.
  func pass(through file: SourceFile, lines: some Sequence<Int>, at anchor: String) {
    gathered.passes.append(SourcePass(file: file.name, lines: Array(Set(lines)).sorted(), anchor: anchor))
  }

  /// The title stands above the page already; code hosts, which do not know front matter, need it in the text as well.
  private func withoutTitle(_ blocks: [MarkdownNode]) -> [MarkdownNode] {
    guard let first = blocks.first, first.kind == .heading(level: 1), first.plainText == page.frontMatter.title else {
      return blocks
    }
    return Array(blocks.dropFirst())
  }
}

// MARK: Kept blocks

extension PageRenderer {
  /// Renders a fenced block, or takes what an earlier rendering of the page made of it where another would make the same.
  func keeping(_ lines: ClosedRange<Int>, _ render: () throws(Problem) -> HTML) throws(Problem) -> HTML {
    let key = KeptBlock.Key(path: page.path, lines: lines.map(page.line), counters: counters)
    if let known = known[key], restore(known, from: lines.lowerBound) {
      kept[key] = known
      return known.html
    }
    let outer = (gathered: gathered, noted: site.noted, asked: cards.asked)
    let before = (problems.count, renamed)
    (gathered, site.noted, cards.asked) = (PageGathering(), [], [])
    defer {
      let own = gathered
      gathered = outer.gathered
      gathered.add(own)
      site.noted.formUnion(outer.noted)
      cards.asked.formUnion(outer.asked)
    }
    let html = try render()
    // What is wrong is said each time; and a name that was taken may be free the next time.
    let isSound = before == (problems.count, renamed) && site.failed.isEmpty
    guard isSound, !Self.mayHoldFootnotes(key.lines) else { return html }
    var own = gathered
    own.facts.dependencies = site.noted.sorted()
    own.facts.move { Place(line: $0.line - lines.lowerBound, column: $0.column) }
    kept[key] = KeptBlock(html: html, counters: counters, gathered: own, cards: cards[cards.asked])
    return html
  }

  /// These are numbered through the whole page.
  private static func mayHoldFootnotes(_ lines: [String]) -> Bool { lines.contains { $0.contains("[^") } }

  /// - Returns: false where rendering it would give something else now; nothing has been done then.
  private func restore(_ known: KeptBlock, from line: Int) -> Bool {
    guard identifiers.isDisjoint(with: known.gathered.identifiers),
      site.shared.areCurrent(known.gathered.facts.dependencies),
      cards.add(known.cards)
    else { return false }
    var own = known.gathered
    own.facts.move { Place(line: $0.line + line, column: $0.column) }
    site.noted.formUnion(own.facts.dependencies)
    own.facts.dependencies = []
    gathered.add(own)
    identifiers.formUnion(own.identifiers)
    counters = known.counters
    return true
  }
}
