import RxTrace

/// Turns a page's tree into HTML. Raw HTML is shown as text, never passed on.
///
///     # A & B        <h2 id="a-b">A &amp; B …</h2>
///     <b>bold</b>    <p>&lt;b&gt;bold&lt;/b&gt;</p>
struct MarkdownRenderer {
  let context: PageContext
  private var links: LinkRenderer
  private let footnotes: Footnotes
  private let symbols: SymbolWarnings
  private let terms: TermLinker

  /// - Parameter footnotes: the definitions that references such as `[^1]` refer to.
  init(context: PageContext, footnotes definitions: [FootnoteText.Definition] = []) {
    self.context = context
    links = LinkRenderer(context: context)
    footnotes = Footnotes(definitions, context: context)
    symbols = SymbolWarnings { context.site.index }
    terms = TermLinker(glossary: context.site.glossary, page: context.page.name)
  }

  /// The renderer of a text about a changed program.
  func text(about changed: Evidence) -> MarkdownRenderer {
    var renderer = self
    renderer.links.changed = changed
    return renderer
  }

  /// The notes that the page's text refers to, rendered after the text.
  func notesAtEnd() -> HTML {
    footnotes.render { definition in
      context.reporting { () throws(Problem) in
        let text = definition.lines.joined(separator: "\n")
        return blocks(try CommonMark.parse(text, firstLine: definition.place.line).children)
      }
    }
  }

  func blocks(_ nodes: [MarkdownNode]) -> HTML { nodes.map { block($0, isTight: false) }.joined(separator: "\n") }

  /// A short text such as a step's note: a single paragraph is rendered without `<p>`.
  func note(_ markdown: String, line: Int) -> HTML {
    context.reporting { () throws(Problem) in
      let nodes = try CommonMark.parse(markdown, firstLine: line).children
      if nodes.count == 1, nodes[0].kind == .paragraph { return inlines(nodes[0]) }
      return blocks(nodes)
    }
  }

  private func block(_ node: MarkdownNode, isTight: Bool) -> HTML {
    // The text of a tight list's item has no element of its own, and the item has the line.
    if node.kind == .paragraph && isTight { return paragraph(node, isTight: true) }
    return context.marking(element(of: node), line: node.lines.lowerBound)
  }

  private func element(of node: MarkdownNode) -> HTML {
    switch node.kind {
    case .paragraph: return paragraph(node, isTight: false)
    case .heading(let level): return heading(node, level)
    case .blockQuote: return blockQuote(node)
    case .list(let start, let isTight): return list(node, start, isTight)
    case .codeBlock(let info, let text): return code(node, info, text)
    case .html(let text, _): return "<pre class=\"raw\"><code>\(text)</code></pre>"
    case .thematicBreak: return "<hr>"
    default: return blocks(node.children)
    }
  }

  private func paragraph(_ node: MarkdownNode, isTight: Bool) -> HTML {
    if node.lines.count > 1, let table = PipeTable(lines: tableLines(node)) {
      reportLongRow(of: table, in: node)
      return TableRenderer(inline: inlineText).render(table, firstLine: node.lines.lowerBound)
    }
    if node.children.count == 1, case .image(let url, let title) = node.children[0].kind, !title.isEmpty {
      let place = LinkPosition(page: context.page, lines: node.lines).place(of: url)
      let caption = note(title, line: node.lines.upperBound)
      return links.figure(url, title, text: node.children[0].plainText, caption: caption, at: place)
    }
    reportFence(in: node)
    let text = inlines(node.children, LinkPosition(page: context.page, lines: node.lines), linksTerms: true)
    return isTight ? text : "<p>\(text)</p>"
  }

  private func reportLongRow(of table: PipeTable, in node: MarkdownNode) {
    guard let row = table.longRow else { return }
    context.report(
      Problem(
        Place(line: node.lines.lowerBound + row, column: 1),
        "this row has more cells than the table has columns; a pipe in a cell is written `\\|`"))
  }

  /// Reports a fence that CommonMark reads as ordinary text, because there is a backtick after its opening.
  private func reportFence(in node: MarkdownNode) {
    let number = node.lines.lowerBound
    let line = context.page.line(number)
    guard let start = line.firstRange(of: "```")?.lowerBound, Self.withoutQuoteMarks(line).hasPrefix("```") else {
      return
    }
    let info = line[start...].drop { $0 == "`" }
    guard info.contains("`"), Directives.named(String(info.prefix(while: \.isLetter))) != nil else { return }
    let column = line.distance(from: line.startIndex, to: start) + 1
    context.report(
      Problem(
        Place(line: number, column: column), "a backtick in this line keeps it from opening a block; use ~~~ instead"))
  }

  private func tableLines(_ node: MarkdownNode) -> [String] {
    var lines = node.lines.map { Self.withoutQuoteMarks(context.page.line($0)) }
    lines[0] = Self.withoutListMarks(lines[0])
    return lines
  }

  private func inlineText(_ markdown: String, line: Int) -> HTML { note(markdown, line: line) }

  static func withoutQuoteMarks(_ line: String) -> String {
    String(line.drop { $0 == " " || $0 == "\t" || $0 == ">" })
  }

  /// Removes the marks of list items, because the first line of a block in a list begins with one.
  private static func withoutListMarks(_ line: String) -> String {
    let digits = line.prefix(while: \.isNumber)
    let afterDigits = line[digits.endIndex...]
    guard let sign = afterDigits.first, (digits.isEmpty ? "-*+" : ".)").contains(sign) else { return line }
    let rest = afterDigits.dropFirst()
    return rest.first == " " ? withoutListMarks(withoutQuoteMarks(String(rest))) : line
  }

  private func heading(_ node: MarkdownNode, _ level: Int) -> HTML {
    // The page's title is the one heading of the first level.
    let level = max(2, level)
    let id = context.addHeading(level: level, text: node.plainText)
    let anchor: HTML = "<a class=\"anchor\" href=\"#\(id)\" aria-label=\"\(context.words(.linkToSection))\">#</a>"
    let tag = HTML(stringLiteral: "h\(level)")
    return "<\(tag) id=\"\(id)\">\(inlines(node)) \(anchor)</\(tag)>"
  }

  private func blockQuote(_ node: MarkdownNode) -> HTML {
    guard let first = node.children.first, first.kind == .paragraph,
      let (word, rest, place) = admonitionWord(line: first.lines.lowerBound)
    else { return "<blockquote>\n\(blocks(node.children))\n</blockquote>" }
    guard let kind = Admonition(rawValue: word.lowercased()) else {
      let names = Admonition.allCases.map { $0.rawValue.uppercased() }
      context.report(Problem(place, "unknown admonition `\(word)`" + Nearest.suggestion(for: word, among: names)))
      return ""
    }
    guard rest.isEmpty else {
      context.report(Problem(place, "`[!\(word)]` has a line for itself: write `\(rest)` below it"))
      return ""
    }
    var body = node.children
    let firstBreak = first.children.firstIndex { $0.kind == .softBreak || $0.kind == .lineBreak }
    body[0].children = firstBreak.map { Array(first.children[($0 + 1)...]) } ?? []
    // The line with the mark is gone, so it must not count as the table's header.
    body[0].lines = min(first.lines.lowerBound + 1, first.lines.upperBound)...first.lines.upperBound
    if body[0].children.isEmpty { body.removeFirst() }
    if body.isEmpty { context.report(Problem(place, "`[!\(word)]` is followed by no words")) }
    let label = context.words(kind.label)
    if kind == .answer {
      return "<details class=\"answer\"><summary>\(label)</summary>\n\(blocks(body))\n</details>"
    }
    return """
      <div class="admonition \(kind.rawValue)" role="note" aria-label="\(label)">
      <p class="admonition-label">\(label)</p>
      \(blocks(body))
      </div>
      """
  }

  private enum Admonition: String, CaseIterable {
    case note, tip, important, warning, caution
    /// An answer that is folded until a reader opens it.
    case answer

    var label: Word {
      switch self {
      case .note: .admonitionNote
      case .tip: .admonitionTip
      case .important: .admonitionImportant
      case .warning: .admonitionWarning
      case .caution: .admonitionCaution
      case .answer: .answerFolded
      }
    }
  }

  /// The word of an admonition, and what follows it: `NOTE` and nothing for a line `> [!NOTE]`.
  private func admonitionWord(line number: Int) -> (word: String, rest: String, place: Place)? {
    let line = context.page.line(number)
    let text = Self.withoutListMarks(Self.withoutQuoteMarks(line)).trimmingSpaces()
    guard let match = text.wholeMatch(of: /\[!(\p{L}+)\](.*)/) else { return nil }
    let (word, rest) = (String(match.1), String(match.2).trimmingSpaces())
    // Other words in brackets may begin a sentence.
    guard rest.isEmpty || Admonition(rawValue: word.lowercased()) != nil, !rest.hasPrefix("(") else { return nil }
    let mark = line.firstIndex(of: "!")!
    let column = line.distance(from: line.startIndex, to: mark) + 2
    return (word, rest, Place(line: number, column: column))
  }

  private func list(_ node: MarkdownNode, _ start: Int?, _ isTight: Bool) -> HTML {
    let items = node.children.map { item -> HTML in
      let content = item.children.map { block($0, isTight: isTight) }.joined(separator: "\n")
      return context.marking("<li>\(content)</li>", line: item.lines.lowerBound)
    }.joined(separator: "\n")
    switch start {
    case nil: return "<ul>\n\(items)\n</ul>"
    case 1: return "<ol>\n\(items)\n</ol>"
    case let start?: return "<ol start=\"\(start)\">\n\(items)\n</ol>"
    }
  }

  private func code(_ node: MarkdownNode, _ info: String, _ text: String) -> HTML {
    guard !info.isEmpty else {
      return context.reporting { () throws(Problem) in
        try checkIndentation(of: text, in: node)
        try context.site.uncheckedCode.check(nil, at: Place(line: node.lines.lowerBound, column: node.startColumn))
        return CodeRenderer.plain(text)
      }
    }
    return context.reporting { () throws(Problem) in
      try checkIsDeclared(line: node.lines.lowerBound)
      return try context.keeping(node.lines) { () throws(Problem) in try fenced(text, node.lines.lowerBound) }
    }
  }

  /// Finds a block that is indented so far that CommonMark shows it as code.
  private func checkIndentation(of text: String, in node: MarkdownNode) throws(Problem) {
    guard Directives.isOpened(by: text.prefix { $0 != "\n" }) else { return }
    throw Problem(
      Place(line: node.lines.lowerBound, column: node.startColumn),
      "this block is indented so far that it is only text: take blanks away")
  }

  /// Checks a plain block against the site's settings, so the result is not kept between renderings.
  private func checkIsDeclared(line number: Int) throws(Problem) {
    let fence = try FenceInfo(line: context.page.line(number), number: number)
    guard try DirectiveBlock(info: fence, body: ClaimBody(opening: fence.place, lines: [])) == nil else { return }
    try context.site.uncheckedCode.check(fence, at: fence.place)
  }

  private func fenced(_ text: String, _ number: Int) throws(Problem) -> HTML {
    let fence = try FenceInfo(line: context.page.line(number), number: number)
    let lines = bodyLines(text, after: number)
    try checkEnd(ofFenceAt: number, lines)
    let body = ClaimBody(opening: fence.place, lines: lines)
    guard let block = try DirectiveBlock(info: fence, body: body) else {
      return fence.kind == "swift" ? CodeRenderer.swift(text) : CodeRenderer.plain(text)
    }
    return try block.kind.init(block: block, page: DirectivePage(context: context, markdown: self)).rendered()
  }

  /// Finds a fence that its author forgot to close: CommonMark closes it at the end of the page, and takes the blocks
  /// below into it.
  private func checkEnd(ofFenceAt number: Int, _ body: [(text: String, place: Place)]) throws(Problem) {
    let mark = context.page.line(number).drop { $0 != "`" && $0 != "~" }.prefix { $0 == "`" || $0 == "~" }
    if let inner = body.first(where: { $0.text.trimmingSpaces().hasPrefix(mark) && Directives.isOpened(by: $0.text) }) {
      throw Problem(inner.place, "this block begins inside the one of line \(number), which is not closed")
    }
    let last = context.page.line(number + body.count + 1).drop { $0 != mark.first }.trimmingSpaces()
    guard last.count >= mark.count, last.allSatisfy({ $0 == mark.first }) else {
      throw Problem(Place(line: number, column: 1), "this block is not closed: end it with a line \(mark)")
    }
  }

  /// The lines of a fence with their columns in the file, because a fence in a list or a quote is indented.
  private func bodyLines(_ text: String, after number: Int) -> [(text: String, place: Place)] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    return lines.enumerated().map { offset, line in
      let raw = context.page.line(number + 1 + offset)
      let column = raw.hasSuffix(line) ? raw.count - line.count + 1 : 1
      return (line, Place(line: number + 1 + offset, column: column))
    }
  }

  /// The inline content of a block.
  private func inlines(_ block: MarkdownNode) -> HTML {
    inlines(block.children, LinkPosition(page: context.page, lines: block.lines))
  }

  /// - Parameter linksTerms: Whether the text is prose, in which first uses of terms are linked.
  private func inlines(_ nodes: [MarkdownNode], _ position: LinkPosition, linksTerms: Bool = false) -> HTML {
    var html: HTML = ""
    let plain = { text in linksTerms ? terms.text(text, plain: noted) : noted(text) }
    func noted(_ text: String) -> HTML {
      reportBrokenLink(in: text, position)
      return footnotes.text(text, place: position.escapable)
    }
    // libcmark ends a text at every bracket, so a reference to a footnote consists of several texts.
    var text = ""
    for node in nodes {
      if case .text(let more) = node.kind {
        text += more
        continue
      }
      html += plain(text)
      text = ""
      html += inline(node, position, linksTerms)
    }
    return html + plain(text)
  }

  /// Reports what CommonMark reads as text instead of a link, so that nothing would check it.
  private func reportBrokenLink(in text: String, _ position: LinkPosition) {
    guard text.utf8.contains(UInt8(ascii: "]")) else { return }
    for link in text.matches(of: /\]\s?\(\s*((?:count|step|src):)/) {
      let place = position.place(of: String(link.1))
      context.report(Problem(place, "this is not a link: `(` follows the `]` at once, and an address has no blanks"))
    }
    for link in text.matches(of: /\](\[[^\[\]^][^\[\]]*\])/) {
      let (place, isEscaped) = position.escapable(String(link.1))
      guard !isEscaped else { continue }
      context.warn(
        Problem(place, "no line `\(link.1): …` defines this link, so it is text; if meant so: `\\\(link.1)`"))
    }
  }

  private func inline(_ node: MarkdownNode, _ position: LinkPosition, _ linksTerms: Bool) -> HTML {
    // HTML does not allow links within links.
    let isLink = if case .link = node.kind { true } else { false }
    let content = inlines(node.children, position, linksTerms: linksTerms && !isLink)
    switch node.kind {
    case .softBreak: return "\n"
    case .lineBreak: return "<br>\n"
    case .code(let text): return code(text, position)
    case .html(let text, _): return HTML(text: text)
    case .emphasis: return "<em>\(content)</em>"
    case .strong: return "<strong>\(content)</strong>"
    case .link(let url, let title):
      return links.link(url, title, content, text: node.plainText, at: position.place(of: url))
    case .image(let url, let title):
      return links.image(url, title, text: node.plainText, at: position.place(of: url))
    default: return content
    }
  }

  private func code(_ text: String, _ position: LinkPosition) -> HTML {
    if let warning = symbols.warning(for: text) {
      context.warn(Problem(position.place(of: text), warning))
    }
    return "<code>\(text)</code>"
  }
}

/// Finds the places of links in the file, because libcmark tells only the places of blocks.
final class LinkPosition {
  private let page: Page
  private let lines: ClosedRange<Int>
  /// The place where the search continues: the rest of a line, and the number of characters before it.
  private var line: Int
  private var rest: Substring
  private var column = 0

  init(page: Page, lines: ClosedRange<Int>) {
    self.page = page
    self.lines = lines
    line = lines.lowerBound
    rest = page.line(line)[...]
  }

  /// The place of a text, and whether a backslash escapes it.
  func escapable(_ text: String) -> (place: Place, isEscaped: Bool) {
    guard let start = next(text) else { return (beginning, false) }
    let whole = rest.base
    return (start.place, start.index > whole.startIndex && whole[whole.index(before: start.index)] == "\\")
  }

  /// The place of the next occurrence of an address; the block's beginning if the page spells it differently.
  func place(of url: String) -> Place { next(url)?.place ?? beginning }

  private var beginning: Place { Place(line: lines.lowerBound, column: 1) }

  /// The next occurrence of a text, with its index in its line; the next search begins after it.
  private func next(_ text: String) -> (place: Place, index: String.Index)? {
    guard !text.isEmpty else { return nil }
    var (rest, column) = (rest, column)
    for number in line...lines.upperBound {
      if number > line { (rest, column) = (page.line(number)[...], 0) }
      guard let range = rest.firstRange(of: text) else { continue }
      let found = column + rest.distance(from: rest.startIndex, to: range.lowerBound)
      line = number
      self.rest = rest[range.upperBound...]
      self.column = found + text.count
      return (Place(line: number, column: found + 1), range.lowerBound)
    }
    return nil
  }
}
