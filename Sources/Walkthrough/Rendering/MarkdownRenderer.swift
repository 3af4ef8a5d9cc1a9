import RxTrace

/// Turns a page's tree into HTML. Raw HTML is shown as text, never passed on.
///
///     # A & B        <h2 id="a-b">A &amp; B …</h2>
///     <b>bold</b>    <p>&lt;b&gt;bold&lt;/b&gt;</p>
struct MarkdownRenderer {
  let context: PageRenderer
  private let links: LinkRenderer

  init(context: PageRenderer) {
    self.context = context
    links = LinkRenderer(context: context)
  }

  func blocks(_ nodes: [MarkdownNode]) -> HTML { nodes.map { block($0, isTight: false) }.joined(separator: "\n") }

  /// A short text such as a step's note: its paragraph marks are left out when it has but one.
  func note(_ markdown: String, line: Int) -> HTML {
    context.reporting { () throws(Problem) in
      let nodes = try CommonMark.parse(markdown, firstLine: line).children
      if nodes.count == 1, nodes[0].kind == .paragraph { return inlines(nodes[0]) }
      return blocks(nodes)
    }
  }

  private func block(_ node: MarkdownNode, isTight: Bool) -> HTML {
    switch node.kind {
    case .paragraph: return paragraph(node, isTight: isTight)
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
    if node.lines.count > 1,
      let table = PipeTable(lines: node.lines.map { Self.withoutQuoteMarks(context.page.line($0)) })
    {
      return TableRenderer(inline: inlineText).render(table, firstLine: node.lines.lowerBound)
    }
    return isTight ? inlines(node) : "<p>\(inlines(node))</p>"
  }

  private func inlineText(_ markdown: String, line: Int) -> HTML { note(markdown, line: line) }

  static func withoutQuoteMarks(_ line: String) -> String {
    String(line.drop { $0 == " " || $0 == "\t" || $0 == ">" })
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
      let (word, place) = admonitionWord(line: first.lines.lowerBound)
    else { return "<blockquote>\n\(blocks(node.children))\n</blockquote>" }
    guard let kind = Admonition(rawValue: word.lowercased()) else {
      let names = Admonition.allCases.map { $0.rawValue.uppercased() }
      context.report(Problem(place, "unknown admonition `\(word)`" + Nearest.suggestion(for: word, among: names)))
      return ""
    }
    var body = node.children
    let firstBreak = first.children.firstIndex { $0.kind == .softBreak || $0.kind == .lineBreak }
    body[0].children = firstBreak.map { Array(first.children[($0 + 1)...]) } ?? []
    // The line with the mark is gone, so it must not count as the table's header.
    body[0].lines = min(first.lines.lowerBound + 1, first.lines.upperBound)...first.lines.upperBound
    if body[0].children.isEmpty { body.removeFirst() }
    return """
      <div class="admonition \(kind.rawValue)" role="note" aria-label="\(kind.label)">
      <p class="admonition-label">\(kind.label)</p>
      \(blocks(body))
      </div>
      """
  }

  private enum Admonition: String, CaseIterable {
    case note, tip, important, warning, caution

    var label: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
  }

  /// `NOTE` for a line `> [!NOTE]`.
  private func admonitionWord(line number: Int) -> (word: String, place: Place)? {
    let line = context.page.line(number)
    let text = Self.withoutQuoteMarks(line).trimmingSpaces()
    guard text.hasPrefix("[!"), text.hasSuffix("]"), text.dropFirst(2).dropLast().allSatisfy(\.isLetter) else {
      return nil
    }
    let mark = line.firstIndex(of: "!")!
    let column = line.distance(from: line.startIndex, to: mark) + 2
    return (String(text.dropFirst(2).dropLast()), Place(line: number, column: column))
  }

  private func list(_ node: MarkdownNode, _ start: Int?, _ isTight: Bool) -> HTML {
    let items = node.children.map { item -> HTML in
      "<li>\(item.children.map { block($0, isTight: isTight) }.joined(separator: "\n"))</li>"
    }.joined(separator: "\n")
    switch start {
    case nil: return "<ul>\n\(items)\n</ul>"
    case 1: return "<ol>\n\(items)\n</ol>"
    case let start?: return "<ol start=\"\(start)\">\n\(items)\n</ol>"
    }
  }

  private func code(_ node: MarkdownNode, _ info: String, _ text: String) -> HTML {
    guard !info.isEmpty else { return CodeRenderer.plain(text) }
    return context.reporting { () throws(Problem) in
      let number = node.lines.lowerBound
      let fence = try FenceInfo(line: context.page.line(number), number: number)
      let body = { ClaimBody(opening: fence.place, lines: bodyLines(text, after: number)) }
      guard let directive = try Directive(info: fence, body: body()) else {
        return fence.kind == "swift" ? CodeRenderer.swift(text) : CodeRenderer.plain(text)
      }
      return try DirectiveRenderer(context: context, markdown: self).render(directive)
    }
  }

  /// The lines of a fence with their columns in the file: a fence in a list or a quote is indented there.
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
    let position = LinkPosition(page: context.page, lines: block.lines)
    return block.children.map { inline($0, position) }.joined()
  }

  private func inline(_ node: MarkdownNode, _ position: LinkPosition) -> HTML {
    let content = node.children.map { inline($0, position) }.joined()
    switch node.kind {
    case .text(let text): return HTML(text: text)
    case .softBreak: return "\n"
    case .lineBreak: return "<br>\n"
    case .code(let text): return "<code>\(text)</code>"
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
}

/// Finds where links stand in the file: libcmark tells the places of blocks only.
final class LinkPosition {
  private let page: Page
  private let lines: ClosedRange<Int>
  private var line: Int
  private var column = 0

  init(page: Page, lines: ClosedRange<Int>) {
    self.page = page
    self.lines = lines
    line = lines.lowerBound
  }

  /// The place of the next occurrence of an address; the block's beginning for one that is spelt in another way.
  func place(of url: String) -> Place {
    guard !url.isEmpty else { return Place(line: lines.lowerBound, column: 1) }
    var start = column
    for number in line...lines.upperBound {
      let text = page.line(number)
      let rest = text.dropFirst(start)
      if let range = rest.firstRange(of: url) {
        line = number
        let found = text.distance(from: text.startIndex, to: range.lowerBound)
        column = found + url.count
        return Place(line: number, column: found + 1)
      }
      start = 0
    }
    return Place(line: lines.lowerBound, column: 1)
  }
}
