import RxTrace

/// The state shared by the renderers of a page's parts: the page, the site around it, and the record of the results.
final class PageContext {
  let page: Page
  let site: TrackedSite
  /// The words of the page's language.
  let words: Wording
  let problems: PageProblems
  let record: PageRecord
  /// The listings that the page's steps show.
  let listings: PageListings
  private var headings: [PageOutline.Heading] = []
  private var identifiers = PageIdentifiers()
  /// The fenced blocks kept by an earlier rendering, and the blocks that this rendering keeps.
  private let known: KeptBlocks.OfPage
  private var kept: KeptBlocks.OfPage = [:]

  init(page: Page, site: SiteContext, showsProblems: Bool, firstNumber: Int = 0) {
    let record = PageRecord()
    self.page = page
    self.record = record
    self.site = TrackedSite(site, record: record)
    problems = PageProblems(of: page, areShown: showsProblems)
    words = site.wording(of: page.language)
    listings = PageListings(firstNumber: firstNumber) { number in record.note { $0.listings.insert(number) } }
    known = site.blocks.blocks(ofPage: page.htmlPath)
    identifiers.firstNumber = firstNumber
  }

  var outline: PageOutline { PageOutline(headings: headings, identifiers: identifiers.sorted) }

  // MARK: Problems

  func report(_ problem: Problem) { problems.report(problem) }

  /// Runs a part of the rendering. An error that it throws is reported, and the part is left out.
  func reporting(_ body: () throws(Problem) -> HTML) -> HTML { problems.reporting(body) }

  /// Records a warning, which does not keep the site from being built.
  func warn(_ warning: Problem) {
    record.note { $0.facts.warnings.append(.init(place: warning.place, message: warning.message)) }
  }

  /// In a preview, tells the page's script the line that a block comes from, in the file that contains the page's text.
  func marking(_ block: HTML, line: Int) -> HTML {
    guard problems.areShown else { return block }
    let place = page.origin.place(Place(line: line, column: 1), page.lines)
    return block.adding(attribute: "data-source-line=\"\(place.line)\"")
  }

  // MARK: Identifiers

  /// An identifier that no other element of the page has.
  func uniqueIdentifier(_ wish: String) -> String {
    let identifier = identifiers.unique(wish)
    record.note { $0.identifiers.insert(identifier) }
    return identifier
  }

  /// `chain-1`, `chain-2`, … in the order of the page.
  func numbered(_ kind: String) -> String {
    let identifier = identifiers.numbered(kind)
    record.note { $0.identifiers.insert(identifier) }
    return identifier
  }

  func addHeading(level: Int, text: String) -> String {
    let words = text.lowercased().split { !$0.isLetter && !$0.isNumber }
    let id = uniqueIdentifier(words.isEmpty ? "section" : words.joined(separator: "-"))
    headings.append(.init(level: level, id: id, text: text))
    return id
  }

  // MARK: Links and excerpts

  /// Records an excerpt, so that it can be compared with the text that the author has accepted.
  func shows(_ excerpt: ShownExcerpt) { record.note { $0.facts.excerpts.append(excerpt) } }

  /// Links the symbols of excerpts from an index.
  func symbols(in index: SourceIndex) -> SymbolLinker {
    SymbolLinker(index: index, words: words) { [unowned self] in link(to: $0, line: $1) }
  }

  /// The link to a line of a source file.
  func link(to file: SourceFile, line: Int) -> String {
    record.note { if file.module == nil { $0.programs.insert(file.name) } else { $0.sources.insert(file.name) } }
    return RelativePath.link(to: file.htmlPath(in: page.language), from: page.htmlPath) + "#L\(line)"
  }

  /// The link to a Swift file beside the pages, which has a page of its own.
  func link(toProgram path: String) -> String {
    record.note { $0.programs.insert(path) }
    return RelativePath.link(to: SourceFile.htmlPath(path, in: page.language), from: page.htmlPath)
  }

  /// The link to a file beside the pages, which is copied.
  func link(toAsset path: String) -> String {
    record.note { $0.assets.insert(path) }
    return RelativePath.link(to: path, from: page.htmlPath)
  }

  /// The link to a file of outcomes.
  func link(to marbles: MarbleFile) -> String {
    record.note { $0.marbles.insert(marbles) }
    return RelativePath.link(to: marbles.path, from: page.htmlPath)
  }

  /// Records a link to a place on a page, which is checked when all pages are known.
  func want(_ anchor: String, of htmlPath: String, at place: Place) {
    record.note { $0.facts.wantedAnchors.append(.init(htmlPath: htmlPath, anchor: anchor, place: place)) }
  }

  /// Records that a place on the page shows the execution of lines of a source file.
  func pass(through file: SourceFile, lines: some Sequence<Int>, at anchor: String) {
    let pass = SourcePass(file: file.name, lines: Array(Set(lines)).sorted(), anchor: anchor)
    record.note { $0.passes.append(pass) }
  }
}

// MARK: Kept blocks

extension PageContext {
  /// Keeps the page's fenced blocks for the next rendering of the page.
  func keepBlocks() { site.shared.blocks.keep(kept, ofPage: page.htmlPath) }

  /// Renders a fenced block, or reuses an earlier rendering if a new one would be the same.
  func keeping(_ lines: ClosedRange<Int>, _ render: () throws(Problem) -> HTML) throws(Problem) -> HTML {
    let key = KeptBlock.Key(path: page.path, lines: lines.map(page.line), counters: identifiers.counters)
    if let known = known[key], restore(known, from: lines.lowerBound) {
      kept[key] = known
      return known.html
    }
    let before = (problems.all.count, identifiers.renamed)
    let (html, gathered) = try record.gathering(render)
    // Problems must be reported by each build, and a renamed identifier may be free the next time.
    let isSound = before == (problems.all.count, identifiers.renamed) && site.failed.isEmpty
    guard isSound, !Self.mayHoldFootnotes(key.lines) else { return html }
    var part = gathered
    part.facts.move { Place(line: $0.line - lines.lowerBound, column: $0.column) }
    kept[key] = KeptBlock(
      html: html, counters: identifiers.counters, gathered: part, listings: listings[part.listings])
    return html
  }

  /// Whether lines may contain footnotes, which are numbered across the whole page.
  private static func mayHoldFootnotes(_ lines: [String]) -> Bool { lines.contains { $0.contains("[^") } }

  /// - Returns: False if the block must be rendered again; then nothing has been changed.
  private func restore(_ known: KeptBlock, from line: Int) -> Bool {
    guard identifiers.areFree(known.gathered.identifiers), site.shared.areCurrent(known.gathered.dependencies),
      listings.add(known.listings)
    else { return false }
    var part = known.gathered
    part.facts.move { Place(line: $0.line + line, column: $0.column) }
    record.note { $0.add(part) }
    identifiers.take(part.identifiers)
    identifiers.counters = known.counters
    return true
  }
}
